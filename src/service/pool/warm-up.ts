import type { DocumentTask } from './messages.js';

/** Text in common faces, a table, a page break: loads the code and fonts that most documents need. */
const HTML = `<!doctype html><style>
  @page { @bottom-center { content: counter(page) " / " counter(pages) } }
  .row { display: flex } .grid { display: grid; grid-template-columns: 1fr 2fr } table { border-collapse: collapse }
  .right { float: right } h2 { break-before: page }
</style>
<h1>Invoice {{number 1}}</h1><p class=right>Due <b>today</b>, <i>{{currency 1 "EUR"}}</i></p>
<div class=row><p>One</p><p>Two</p></div><div class=grid><p>Three</p><p>Four</p></div>
<table><tr><th>Item<td>Amount</table><h2>More</h2><p style="font-family: serif">Text <code>code</code></p>`;

export function warmUp(): DocumentTask {
  return {
    kind: 'render',
    scope: '',
    json: new TextEncoder().encode(JSON.stringify({ html: HTML })),
    locale: 'en-US',
    title: null,
    strict: false,
    standard: [],
    partials: {},
    assets: new Map(),
    now: 0,
  };
}
