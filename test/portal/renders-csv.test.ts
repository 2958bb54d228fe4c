import t from 'tap';
import { type RenderEntry, rendersCsv } from '../../src/portal/web/renders-csv.js';

const ENTRY: RenderEntry = {
  id: '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37',
  state: 'committed',
  key: 'pk_live_abcd',
  template: 'invoice',
  template_version: 2,
  output: 'pdf',
  pages: 1,
  bytes: 2000,
  diagnostics: 0,
  milliseconds: 13,
  stages: { queue: 0.3, layout: 12.7 },
  code: null,
  created_at: 1732147206,
};

t.test('the stages of all renders are columns, in the order in which they come', async (t) => {
  const failed = { ...ENTRY, state: 'refunded', code: 'render_timeout', pages: null, bytes: null, diagnostics: null };
  const csv = rendersCsv([
    ENTRY,
    { ...failed, milliseconds: null, stages: null },
    { ...ENTRY, stages: { queue: 0, store: 2.5 } },
  ]);
  t.strictSame(csv.split('\r\n'), [
    'created_at,id,state,code,template,template_version,output,pages,bytes,milliseconds,diagnostics,key,queue_ms,layout_ms,store_ms',
    `2024-11-21T00:00:06.000Z,${ENTRY.id},committed,,invoice,2,pdf,1,2000,13,0,pk_live_abcd,0.3,12.7,`,
    `2024-11-21T00:00:06.000Z,${ENTRY.id},refunded,render_timeout,invoice,2,pdf,,,,,pk_live_abcd,,,`,
    `2024-11-21T00:00:06.000Z,${ENTRY.id},committed,,invoice,2,pdf,1,2000,13,0,pk_live_abcd,0,,2.5`,
    '',
  ]);
});

t.test('names with quotes and line breaks stay one field, and run no formula', async (t) => {
  const fields = (template: string) => rendersCsv([{ ...ENTRY, template }]).slice(ENTRY.id.length);
  t.match(fields('a "b", c'), ',"a ""b"", c",');
  t.match(fields('two\nlines'), ',"two\nlines",');
  t.match(fields('=HYPERLINK("x")'), `,"'=HYPERLINK(""x"")",`);
});
