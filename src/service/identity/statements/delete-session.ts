import { statement } from '../../storage/statement.js';

export const deleteSession = statement<[id: string]>('delete_session', 'delete from portal_session where id = $1');
