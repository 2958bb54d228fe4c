import { statement } from '../../storage/statement.js';

export const releaseKey = statement<[renderId: string]>('release_key', 'delete from idempotency where render_id = $1');
