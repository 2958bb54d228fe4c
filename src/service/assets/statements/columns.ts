/** An asset as the HTTP contract shows it. */
export const ASSET_COLUMNS = `id, name, content_type, bytes as size, 'asset:' || id as reference, created_at`;

export interface AssetRow {
  readonly id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly reference: string;
  readonly created_at: number;
}
