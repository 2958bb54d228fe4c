/** Documents that mean harm: each costs its own request and nothing else. */

import t from 'tap';
import { dataUrl, png } from '../../support/images.js';
import { creditTotals } from '../support/credits.js';
import { onEmbeddedPostgres } from '../support/postgres.js';
import { openService, tally } from '../support/service.js';

const times = (count: number, text: string) => text.repeat(count);
const loops = (depth: number, inner: string): string =>
  depth === 0 ? inner : `{{#each (range 1 2000)}}${loops(depth - 1, inner)}{{/each}}`;

/** A picture of one colour that claims to be much larger than its pixels. */
function bomb(width: number, height: number): Buffer {
  const image = Buffer.from(png(1, 1));
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

const doubled = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i});`).join('');

const DOCUMENTS: Record<string, { html: string; data?: object }> = {
  'a template that never ends': { html: loops(3, '') },
  'a template that makes text without end': { html: loops(3, 'some text that is not so short') },
  'a partial that calls itself': { html: '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}' },
  'a template nested very deep': { html: times(5000, '{{#if a}}') + times(5000, '{{/if}}'), data: { a: 1 } },
  'data nested very deep': { html: '{{json a}}', data: { a: JSON.parse(`${times(4000, '[')}${times(4000, ']')}`) } },
  'elements nested very deep': { html: times(20_000, '<div>') },
  'elements that are never closed': { html: times(50_000, '<b>') },
  'comments that are never closed': { html: times(20_000, '<!--') },
  'more elements than a book has': { html: loops(2, '<p>{{this}}<b>x</b></p>') },
  'a table of millions of cells': { html: `<table>${times(300, '<tr><td colspan=65534 rowspan=65534>x')}</table>` },
  'a grid of a billion columns': { html: '<div style="display:grid;grid-template-columns:repeat(1000000000,1px)">x' },
  'more pages than there may be': { html: times(2000, '<p style="break-after:page">x') },
  'a box of a billion pages': { html: '<div style="height:1e15px;border:1px solid">x' },
  'variables that double with each': { html: `<style>p{--v0:x;${doubled(60)}content:var(--v60)}</style><p>x` },
  'a thousand selectors for ten thousand elements': {
    html: `<style>${times(1000, 'div * > p ~ p:not(:nth-child(2n+1)) + p{color:red}')}</style><div>${times(10_000, '<p>x')}`,
  },
  'a list that counts very far': { html: '<ol start=999999999 style="list-style:upper-roman"><li>x' },
  'an image of a trillion pixels': { html: `<img src="${dataUrl('image/png', bomb(1_000_000, 1_000_000))}">` },
  'a picture of pictures of pictures': {
    html: `<svg xmlns:xlink="x"><defs><g id=g0><rect width=1 height=1 /></g>${Array.from(
      { length: 30 },
      (_, i) => `<g id=g${i + 1}>${times(10, `<use href="#g${i}" xlink:href="#g${i}"/>`)}</g>`,
    ).join('')}</defs><use href="#g30" xlink:href="#g30"/></svg>`,
  },
  'a word of a million letters': { html: `<p>${times(1_000_000, 'x')}` },
  'calculations nested very deep': { html: `<p style="width:${times(10_000, 'calc(')}1px${times(10_000, ')')}">x` },
  'a counter beyond all numbers': { html: '<p style="counter-reset:a 1e308;counter-increment:a 1e308">x' },
  'letters larger than the world': { html: '<p style="font-size:1e9px;line-height:1e9">x' },
  'a page of a thousand kilometres': { html: '<style>@page{size:1e9mm 1e9mm}</style><p>x' },
  'a page without size': { html: '<style>@page{size:0 0;margin:-5px}</style><p>x' },
  'sizes that are no numbers': {
    html: '<p style="width:calc(NaN*1px);height:calc(infinity*1px);margin:calc(1px/0)">x',
  },
  'columns without width': { html: `<div style="columns:1000;width:0;column-gap:0">${times(2000, 'word ')}</div>` },
  'a drawing nested very deep': { html: `<svg>${times(10_000, '<g>')}<path d="M0 0"/>` },
  'patterns in patterns': {
    html: `<svg>${Array.from({ length: 12 }, (_, i) => `<pattern id=p${i + 1} width=.01 height=.01><rect width=9 height=9 fill="url(#p${i})"/></pattern>`).join('')}<rect width=99 height=99 fill="url(#p12)"/></svg>`,
  },
  'entities that multiply': {
    html: `<img src="${dataUrl('image/svg+xml', Buffer.from(`<!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "${times(10, `&a${i};`)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a30;</text></svg>`))}">`,
  },
  'data with names of prototypes, NUL and halves of characters': {
    html: '{{json a}} {{a.__proto__.x}} {{a.constructor.name}}',
    data: JSON.parse('{"a": {"__proto__": {"x": 1}, "constructor": {"prototype": 1}, "b": "\\u0000 \\ud800 \\udc00"}}'),
  },
  'a line of bidirectional controls': { html: times(50_000, '\u202e\u2067a\u05d0') },
};

onEmbeddedPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);
  const service = await openService(t, connection, {
    RENDER_TIMEOUT: '2s',
    RENDER_MEMORY: '250MB',
    QUEUE_LIMIT: '1000',
    QUEUE_TIMEOUT: '600s',
  });
  const { send } = service;

  t.test('whoever asks at the same time gets what they asked for', async (t) => {
    const [villain, citizen] = [await service.account({ credits: 100 }), await service.account({ credits: 100 })];
    const proper = () => send('POST', '/v1/render', { key: citizen.key, json: { html: '<p>proper' } });
    const answered = await Promise.all(
      Object.entries(DOCUMENTS).map(async ([name, document]) => {
        const hostile = send('POST', '/v1/render', { key: villain.key, json: document });
        const [answer, beside] = await Promise.all([hostile, proper()]);
        t.ok([200, 422].includes(answer.status), `${name}: ${answer.status} ${answer.json?.error.code ?? ''}`);
        return { answer, beside };
      }),
    );
    t.strictSame(tally(answered.map(({ beside }) => beside)), { 200: answered.length });
    const rendered = answered.filter(({ answer }) => answer.status === 200).length;
    t.match(await creditTotals(connection, villain.id), { credits: 100 - rendered, reserved: 0, difference: 0 });
    t.match(await creditTotals(connection, citizen.id), { credits: 100 - answered.length, reserved: 0, difference: 0 });
    t.equal((await send('GET', '/readyz')).status, 200);
  });
});
