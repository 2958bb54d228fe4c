/** The tables of the engine that the build puts into the client. */

export type Support = 'full' | 'partial' | 'none' | 'no-effect';

export interface Reference {
  /** Sorted by name. */
  readonly properties: readonly {
    readonly name: string;
    readonly support: Support;
    /** Path below https://drafts.csswg.org/; empty: none. */
    readonly spec: string;
    readonly note: string;
  }[];
  readonly helpers: readonly {
    readonly name: string;
    /** Positional arguments. */
    readonly minimum: number;
    readonly options: readonly string[];
    readonly block: boolean;
  }[];
  readonly helperDocs: readonly {
    readonly title: string;
    readonly text: string;
    readonly rows: readonly (readonly string[])[];
  }[];
}

export const loadReference = async (): Promise<Reference> => (await import('virtual:reference')).default;
