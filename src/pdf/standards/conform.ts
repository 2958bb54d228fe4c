/**
 * Makes a PDF meet the rules of PDF/A and PDF/UA that concern the file rather than the document.
 * Sources: ISO 19005-2, 6; ISO 14289-1, 7
 */

import { decodedStream } from '../syntax/filters.js';
import { latin1 } from '../syntax/lexer.js';
import { byteString, type Dict, dict, flateStream, isName, name, Stream, textString } from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { tagLooseLinks } from './links.js';
import { srgbProfile } from './srgb.js';

/** Device colours are those of sRGB. Source: ISO 19005-2, 6.2.3 */
function addOutputIntent(file: PdfObjects): void {
  const profile = file.add(flateStream(dict({ N: 3 }), srgbProfile()));
  const intent = dict({
    Type: name('OutputIntent'),
    S: name('GTS_PDFA1'),
    OutputConditionIdentifier: byteString('sRGB'),
    RegistryName: byteString('http://www.color.org'),
    Info: byteString('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  file.catalog.set('OutputIntents', [file.add(intent)]);
}

/** Images must not be interpolated. Source: ISO 19005-2, 6.2.8 */
export function conformToArchives(file: PdfObjects): void {
  addOutputIntent(file);
  for (const object of file.objects.values()) {
    if (object instanceof Stream && isName(object.dict.get('Subtype'), 'Image')) object.dict.delete('Interpolate');
  }
}

/** Source: ISO 14289-1, 7.1 and 7.18 */
export function conformToAccessibility(file: PdfObjects): void {
  const { catalog } = file;
  tagLooseLinks(file);
  const preferences = file.dict(catalog.get('ViewerPreferences')) ?? new Map();
  catalog.set('ViewerPreferences', new Map([...preferences, ['DisplayDocTitle', true]]));
  for (const { dict: page } of pagesOf(file)) {
    const annotations = file.array(page.get('Annots')) ?? [];
    if (annotations.length > 0) page.set('Tabs', name('S'));
    for (const annotation of annotations) describeLink(file, file.dict(annotation));
  }
}

/** A link without a description gets its address. */
function describeLink(file: PdfObjects, link: Dict | undefined): void {
  if (!link || !isName(link.get('Subtype'), 'Link') || link.has('Contents')) return;
  const address = file.resolve(file.dict(link.get('A'))?.get('URI'));
  const text = address && typeof address === 'object' && 'bytes' in address ? address : textString('Link');
  link.set('Contents', text);
}

/**
 * Puts white space after the widths of Type 3 glyphs: validators miss an operator that a name follows at once.
 * Source: ISO 32000-1, 9.6.5
 */
export function separateGlyphWidths(file: PdfObjects): void {
  for (const font of file.objects.values()) {
    if (!(font instanceof Map) || !isName(font.get('Subtype'), 'Type3')) continue;
    for (const glyph of file.dict(font.get('CharProcs'))?.values() ?? []) {
      const stream = file.stream(glyph);
      if (stream) separateWidth(stream);
    }
  }
}

function separateWidth(stream: Stream): void {
  const content = decodedStream(stream);
  const head = /^[-+.\d\s]+d[01](?=\/)/.exec(latin1(content, 0, Math.min(content.length, 200)))?.[0];
  if (head === undefined) return;
  const separated = Buffer.concat([content.subarray(0, head.length), Buffer.from('\n'), content.subarray(head.length)]);
  stream.setData(separated);
}
