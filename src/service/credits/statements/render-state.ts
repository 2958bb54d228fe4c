import { statement } from '../../storage/statement.js';

export const renderState = statement<[renderId: string], { state: string }>(
  'render_state',
  'select state from render where id = $1',
);
