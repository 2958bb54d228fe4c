/** An engine that turns HTML into PDF, warm: started once, then asked again and again. */
export interface BenchEngine {
  readonly version: string;
  /** @returns the PDF, and the engine's own milliseconds by stage if it tells them */
  render(html: string): Promise<{ readonly pdf: Uint8Array; readonly stages?: Readonly<Record<string, number>> }>;
  close(): Promise<void>;
}

export interface EngineEntry {
  readonly title: string;
  /** The part of the way to a PDF that is timed, if it is not all of it. */
  readonly note?: string;
  /** @param rivals  folder made by scripts/install-rivals.mjs  @throws when the engine is not installed */
  readonly start: (rivals: string) => Promise<BenchEngine>;
}
