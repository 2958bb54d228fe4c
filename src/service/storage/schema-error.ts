/** The database was made by a newer version of this program. The message is for the operator. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}
