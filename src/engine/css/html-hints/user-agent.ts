/**
 * The user agent style sheet: that of the HTML standard, with the values of Blink's html.css where they differ.
 * Sources: https://html.spec.whatwg.org/multipage/rendering.html, Blink's core/html/resources/html.css
 * The alignment of `th` depends on its parent: see element-entries.ts. Attributes: see presentational.ts.
 */

export const USER_AGENT_SHEET = `
@namespace html url(http://www.w3.org/1999/xhtml);
html, body, address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing,
main, p, plaintext, pre, search, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, dir, dd, dl, dt,
menu, ol, ul, fieldset, details, summary, optgroup, option, noframes { display: block }
area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title, track,
source, dialog:not([open]), input[type=hidden i], [hidden]:not([hidden=until-found i]), embed[hidden], [popover],
details:not([open]) > :not(summary:first-of-type) { display: none }
slot { display: contents }
address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
plaintext, pre, summary, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, search, table, caption,
colgroup, col, thead, tbody, tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, bdi, output { unicode-bidi: isolate }
[dir=ltr i] { direction: ltr }
[dir=rtl i] { direction: rtl }
[dir] { unicode-bidi: isolate }
bdo, bdo[dir] { unicode-bidi: isolate-override }
textarea[dir=auto i], pre[dir=auto i] { unicode-bidi: plaintext }

body { margin: 8px }
figure { margin: 1em 40px }
blockquote { margin-inline: 40px }
dl, menu, ol, ul, dir, blockquote { margin-block-end: 1em }
address, cite, dfn, em, i, var { font-style: italic }
center { text-align: -webkit-center }
[hidden=until-found i] { content-visibility: hidden }
hr { color: gray; border: 1px inset; margin-block: 0.5em; margin-inline: auto; overflow: hidden; box-sizing: content-box }
h1 { bookmark-level: 1; font-size: 2em; margin-block-end: 0.67em; font-weight: bold }
h2 { bookmark-level: 2; font-size: 1.5em; margin-block-end: 0.83em; font-weight: bold }
h3 { bookmark-level: 3; font-size: 1.17em; margin-block-end: 1em; font-weight: bold }
h4 { bookmark-level: 4; margin-block-end: 1.33em; font-weight: bold }
h5 { bookmark-level: 5; font-size: 0.83em; margin-block-end: 1.67em; font-weight: bold }
h6 { bookmark-level: 6; font-size: 0.67em; margin-block-end: 2.33em; font-weight: bold }
pre, listing, plaintext, xmp { font-family: monospace; white-space: pre }
tt, code, kbd, samp { font-family: monospace }

ul, menu, dir { list-style-type: disc; padding-inline-start: 40px }
ol { list-style-type: decimal; padding-inline-start: 40px }
:is(ul, menu, dir, ol) :is(ul, menu, dir) { list-style-type: circle }
:is(ul, menu, dir, ol) :is(ul, menu, dir, ol) :is(ul, menu, dir) { list-style-type: square }
:is(dir, menu, ol, ul, dl) :is(dir, menu, ol, ul, dl) { margin-block-end: 0 }
li { display: list-item }
dd { margin-inline-start: 40px }
::marker { unicode-bidi: isolate; font-variant-numeric: tabular-nums; text-indent: 0; text-transform: none; white-space: pre }

table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box; text-indent: initial }
caption { display: table-caption; text-align: -webkit-center }
colgroup, colgroup[hidden] { display: table-column-group }
col, col[hidden] { display: table-column }
thead, thead[hidden] { display: table-header-group }
tbody, tbody[hidden] { display: table-row-group }
tfoot, tfoot[hidden] { display: table-footer-group }
tr, tr[hidden] { display: table-row; vertical-align: inherit; border-color: inherit }
thead, tfoot { break-inside: avoid }
thead, tbody, tfoot, table > tr { vertical-align: middle; border-color: inherit }
td, th { display: table-cell; vertical-align: inherit; padding: 1px }
th { font-weight: bold }
:is(table, thead, tbody, tfoot, tr, td, th, caption, colgroup, col)[hidden] { display: none }

html|a:any-link, area:any-link { color: #0000ee; text-decoration: underline }
b, strong { font-weight: bolder }
big { font-size: larger }
small { font-size: smaller }
sub { vertical-align: sub; font-size: smaller }
sup { vertical-align: super; font-size: smaller }
s, strike, del { text-decoration: line-through }
u, ins { text-decoration: underline }
abbr[title], acronym[title] { text-decoration: underline dotted }
mark { background-color: yellow; color: black }
nobr { white-space: nowrap }
q::before { content: open-quote }
q::after { content: close-quote }
ruby { display: ruby; text-indent: 0 }
ruby > rt { display: ruby-text; font-size: 50%; line-height: normal; text-align: start; text-indent: 0 }

img, video, canvas, iframe, embed, object { overflow: clip }
video { object-fit: contain }
iframe { border: 2px inset }
audio:not([controls]) { display: none !important }
svg:not(:root), foreignObject { overflow: hidden }
marquee { display: inline-block; inline-size: -webkit-fill-available; text-align: initial; overflow: hidden; white-space: nowrap }

fieldset { margin-inline: 2px; border: 2px groove #efefef; padding-block: 0.35em 0.625em; padding-inline: 0.75em; min-inline-size: min-content }
legend { padding-inline: 2px }
optgroup { font-weight: bold }
input, select, button, textarea { display: inline-block; appearance: auto; margin: 0; font: 13.3333px Arial; color: black; letter-spacing: normal; word-spacing: normal; line-height: normal; text-transform: none; text-indent: 0; text-shadow: none; text-align: start }
input { padding: 1px 2px; background-color: white; border: 2px inset #767676; overflow: clip }
textarea { padding: 2px; background-color: white; border: 1px solid #767676; font-family: monospace; white-space: pre-wrap; overflow-wrap: break-word; overflow: auto; resize: both }
input:is([type=date i], [type=time i], [type=month i], [type=week i], [type=datetime-local i]) { padding: 0; padding-inline-start: 1px; font-family: monospace }
input[type=checkbox i], input[type=radio i] { box-sizing: border-box; padding: initial; border: initial; background-color: initial; margin: 3px 3px 3px 4px }
input[type=radio i] { margin: 3px 3px 0 5px }
input[type=image i], input[type=range i], input[type=file i] { padding: initial; border: initial; background-color: initial }
input[type=range i] { margin: 2px; overflow: visible; inline-size: 129px }
input[type=search i] { box-sizing: border-box }
::-webkit-inner-spin-button, ::-webkit-search-cancel-button { display: block; appearance: auto }
input[type=color i] { width: 50px; height: 27px; box-sizing: border-box; border: 1px solid black; background-color: #efefef }
button, input[type=submit i], input[type=reset i], input[type=button i] { padding: 1px 6px; border: 2px outset black; background-color: #efefef; box-sizing: border-box; text-align: center }
input[type=submit i], input[type=reset i], input[type=button i] { white-space: pre }
select { border: 1px solid #767676; background-color: white; box-sizing: border-box; white-space: pre; border-radius: 0 }
select:is([multiple], [size]:not([size="0"], [size="1"], [size=""])) { line-height: normal !important; border-radius: 2px; overflow: auto; vertical-align: text-bottom; white-space: normal }
option { padding: 0 2px 1px; white-space: nowrap; min-height: 1.2em }
optgroup > option { padding-inline-start: 20px; font-weight: normal }
option:checked { background-color: #cecece; color: #101010 }
:is(input, textarea):disabled { color: #545454 }
:is(button, input[type=submit i], input[type=reset i], input[type=button i]):disabled { color: rgba(16, 16, 16, 0.3); border-color: rgba(118, 118, 118, 0.3); background-color: rgba(239, 239, 239, 0.3) }
:is(input, textarea):not([type=checkbox i], [type=radio i], [type=range i], [type=file i]):disabled { background-color: rgba(239, 239, 239, 0.3); border-color: rgba(118, 118, 118, 0.3) }
select:disabled { color: rgba(128, 128, 128, 0.7); border-color: rgba(118, 118, 118, 0.3) }
::placeholder { color: #757575; direction: inherit !important; text-orientation: inherit !important; writing-mode: inherit !important }
progress { display: inline-block; appearance: auto; box-sizing: border-box; inline-size: 10em; block-size: 1em; vertical-align: -0.2em }
meter { display: inline-block; appearance: auto; box-sizing: border-box; inline-size: 5em; block-size: 1em; vertical-align: -0.2em }
::-webkit-progress-inner-element, ::-webkit-meter-inner-element { display: block; box-sizing: inherit; block-size: 100%; inline-size: 100% }
::-webkit-progress-bar { display: block; box-sizing: border-box; block-size: 100%; inline-size: 100%; background-color: gray }
::-webkit-progress-value { display: block; box-sizing: border-box; block-size: 100%; background-color: green }
::-webkit-meter-inner-element { display: grid; grid-template-rows: 1fr 2fr 1fr; grid-template-columns: 100% }
::-webkit-meter-bar { display: block; box-sizing: border-box; grid-row: 2; background: linear-gradient(#ddd, #eee 20%, #ccc 45%, #ccc 55%, #ddd) }
::-webkit-meter-optimum-value, ::-webkit-meter-suboptimum-value, ::-webkit-meter-even-less-good-value { display: block; box-sizing: border-box; block-size: 100% }
::-webkit-meter-optimum-value { background: linear-gradient(#ad7, #cea 20%, #7a3 45%, #7a3 55%, #ad7) }
::-webkit-meter-suboptimum-value { background: linear-gradient(#fe7, #ffc 20%, #db3 45%, #db3 55%, #fe7) }
::-webkit-meter-even-less-good-value { background: linear-gradient(#f77, #fcc 20%, #d44 45%, #d44 55%, #f77) }
::file-selector-button { display: inline-block; appearance: auto; padding: 1px 6px; border: 2px outset black; background-color: #efefef; color: black; box-sizing: border-box; text-align: center; white-space: pre; margin-inline-end: 4px; letter-spacing: normal; word-spacing: normal; text-transform: none; text-indent: 0; text-shadow: none }
input:disabled::file-selector-button { color: rgba(16, 16, 16, 0.3); border-color: rgba(118, 118, 118, 0.3) }
::-webkit-slider-container { display: flex; flex: 1; min-inline-size: 0; box-sizing: border-box }
::-webkit-slider-runnable-track { display: block; appearance: auto; flex: 1; min-inline-size: 0; align-self: center; box-sizing: border-box }
::-webkit-slider-thumb { display: block; appearance: auto; box-sizing: border-box; position: relative }
summary { display: block }
details > summary:first-of-type { display: list-item; list-style: inside disclosure-closed; counter-increment: list-item 0 }
details[open] > summary:first-of-type { list-style-type: disclosure-open }
::footnote-call { content: counter(footnote); font-size: 65%; vertical-align: super; line-height: 0 }
::footnote-marker { content: counter(footnote) ". " }
dialog[open] { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 1em; background-color: white; color: black }
`;

/**
 * Default margins that quirks mode ignores at the edges of `body` and table cells: those in `__qem` units in Blink's
 * html.css. Source: https://html.spec.whatwg.org/multipage/rendering.html#margin-collapsing-quirks
 */
export const DEFAULT_MARGINS_SHEET = `
p, pre, listing, plaintext, xmp { margin-block: 1em }
form { margin-block-start: 0 }
dl, menu, ol, ul, dir, blockquote { margin-block-start: 1em }
h1 { margin-block-start: 0.67em }
h2 { margin-block-start: 0.83em }
h3 { margin-block-start: 1em }
h4 { margin-block-start: 1.33em }
h5 { margin-block-start: 1.67em }
h6 { margin-block-start: 2.33em }
:is(dir, menu, ol, ul, dl) :is(dir, menu, ol, ul, dl) { margin-block-start: 0 }
`;

/**
 * Added in quirks mode.
 * Sources: https://html.spec.whatwg.org/multipage/rendering.html, Blink's core/html/resources/quirks.css
 */
export const QUIRKS_SHEET = `
form { margin-block-end: 1em }
table { line-height: initial; white-space: initial; text-align: initial; font-size: initial; font-weight: initial; font-style: initial; font-variant: initial }
input:not([type=image i]), textarea { box-sizing: border-box }
li { list-style-position: inside }
li :is(dir, menu, ol, ul) { list-style-position: outside }
:is(dir, menu, ol, ul) :is(dir, menu, ol, ul, li) { list-style-position: unset }
img[align=left i] { margin-right: 3px }
img[align=right i] { margin-left: 3px }
`;
