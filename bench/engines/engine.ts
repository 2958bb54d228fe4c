/** An engine that turns HTML into PDF: started once for all renders. */
export interface BenchEngine {
  readonly version: string;
  /** @returns the PDF, and the engine's own milliseconds by stage if it reports them */
  render(html: string): Promise<{ readonly pdf: Uint8Array; readonly stages?: Readonly<Record<string, number>> }>;
  close(): Promise<void>;
}

export interface EngineEntry {
  readonly title: string;
  /** The timed part of the conversion, if not all of it. */
  readonly note?: string;
  /** @param rivals  folder made by scripts/install-rivals.mjs  @throws when the engine is not installed */
  readonly start: (rivals: string) => Promise<BenchEngine>;
}
