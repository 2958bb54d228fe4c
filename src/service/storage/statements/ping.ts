import { statement } from '../statement.js';

export const ping = statement<[], { one: number }>('ping', 'select 1 as one');
