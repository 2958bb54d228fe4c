/** A newer version of this program has migrated the database. The message is for the operator. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}
