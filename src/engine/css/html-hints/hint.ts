/** A presentational hint: property and value as CSS text. */
export type Hint = readonly [name: string, value: string];
