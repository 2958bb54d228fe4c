/** A package is not installed. The message says which one and how to install it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}
