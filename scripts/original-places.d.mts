/** @returns the output of a test with the places of TypeScript; those that no map knows stay as they are */
export function withOriginalPlaces(text: string): string;
