/** A package that npm left out. The message says which, and how to get it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}
