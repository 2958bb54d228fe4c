export declare const SOURCES_SECTION: string;
export declare function hashOfSources(): string;
