/**
 * Checks the XML of a hybrid invoice or order, and finds out how a PDF has to describe it.
 * Sources: Factur-X 1.07 (ZUGFeRD 2.3), 6 and 7; Order-X 1.0; https://www.w3.org/TR/xml-names/
 */

import { createRequire } from 'node:module';
import { FACTURX_PROFILES, type FacturxProfile } from './document.js';
import { EngineError } from './errors.js';
import type { AttachedFile, HybridDocument } from './finishing.js';

/** A message about the document that a person reads, as XML that a program reads. */
interface CheckedFacturx {
  readonly file: AttachedFile;
  readonly hybrid: HybridDocument;
}

const INVOICE_ROOT = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100 CrossIndustryInvoice';
const ORDER_ROOT = 'urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100 SCRDMCCBDACIOMessageStructure';
const GUIDELINE = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID';
const TYPE_CODE = 'ExchangedDocument/TypeCode';
const ISSUED = 'ExchangedDocument/IssueDateTime/DateTimeString';

/** Guidelines of invoices, as patterns of their whole identifier. */
const INVOICES: readonly (readonly [RegExp, FacturxProfile])[] = [
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p0):minimum$/, 'MINIMUM'],
  [/^urn:(?:factur-x\.eu:1p0|zugferd\.de:2p0):basicwl$/, 'BASIC WL'],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p0):basic$/, 'BASIC'],
  [/^urn:cen\.eu:en16931:2017$/, 'EN 16931'],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:(?:factur-x\.eu:1p0|zugferd\.de:2p0):extended$/, 'EXTENDED'],
  [
    /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):xrechnung_[\d.]+$/,
    'XRECHNUNG',
  ],
];
const ORDERS: readonly (readonly [RegExp, FacturxProfile])[] = [
  [/^urn:order-x\.eu:1p0:basic$/, 'BASIC'],
  [/^urn:order-x\.eu:1p0:comfort$/, 'COMFORT'],
  [/^urn:order-x\.eu:1p0:extended$/, 'EXTENDED'],
];
/** By the code of UNTDID 1001. */
const ORDER_TYPES: Readonly<Record<string, HybridDocument['type']>> = {
  '220': 'ORDER',
  '230': 'ORDER_CHANGE',
  '231': 'ORDER_RESPONSE',
};

/**
 * @param xml      text, or bytes in UTF-8
 * @param profile  that it must have; default: the one that it names
 * @throws EngineError `invalid_option`
 */
export function checkedFacturx(xml: string | Uint8Array, profile: FacturxProfile | undefined): CheckedFacturx {
  if (profile !== undefined && !FACTURX_PROFILES.includes(profile))
    throw wrong(`profile "${profile}": it is one of ${FACTURX_PROFILES.join(', ')}`);
  const text = typeof xml === 'string' ? xml : decoded(xml);
  const { root, values } = readMessage(text);
  if (root !== INVOICE_ROOT && root !== ORDER_ROOT)
    throw wrong(`the XML is neither an invoice nor an order of UN/CEFACT: its root is ${root.replace(/^.* /, '')}`);
  const isOrder = root === ORDER_ROOT;
  const guideline = values.get(GUIDELINE);
  if (guideline === undefined) throw wrong(`the XML names no guideline: ${GUIDELINE} is missing`);
  const found = (isOrder ? ORDERS : INVOICES).find(([pattern]) => pattern.test(guideline))?.[1];
  if (found === undefined) throw wrong(`the guideline "${guideline}" of the XML is that of no known profile`);
  if (profile !== undefined && profile !== found)
    throw wrong(`profile is ${profile}, but the XML is ${found} by its guideline "${guideline}"`);
  const type = isOrder ? ORDER_TYPES[values.get(TYPE_CODE) ?? ''] : 'INVOICE';
  if (type === undefined)
    throw wrong(`the type code "${values.get(TYPE_CODE) ?? ''}" of the order is none of 220, 230, 231`);
  const fileName = isOrder ? 'order-x.xml' : found === 'XRECHNUNG' ? 'xrechnung.xml' : 'factur-x.xml';
  const version = found === 'XRECHNUNG' ? guideline.replace(/^.*_/, '') : '1.0';
  return {
    file: {
      name: fileName,
      data: new TextEncoder().encode(text),
      description: isOrder ? 'Order-X' : 'Factur-X',
      mimeType: 'text/xml',
      relationship: found === 'MINIMUM' || found === 'BASIC WL' ? 'data' : 'alternative',
      modified: dateOf(values.get(ISSUED)),
    },
    hybrid: { type, fileName, version, profile: found },
  };
}

function decoded(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw wrong('xml is neither text nor a Uint8Array');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw wrong('the XML is not UTF-8', cause);
  }
}

interface Message {
  /** Namespace and local name. */
  readonly root: string;
  /** Texts by the local names of their ancestors below the root; of repeated elements the first. */
  readonly values: ReadonlyMap<string, string>;
}

/** Of the path, so that the text of a large message is not kept. */
const MAX_DEPTH = 5;

/** @throws EngineError `invalid_option` when the XML is not well-formed */
function readMessage(text: string): Message {
  const path: string[] = [];
  const values = new Map<string, string>();
  let root = '';
  let content = '';
  const { SaxesParser } = createRequire(import.meta.url)('saxes') as typeof import('saxes'); // loaded on use
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw wrong(`the XML is not well-formed: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw wrong(`line ${parser.line}: the XML has a document type declaration, which neither invoices nor orders have`);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8')
      throw wrong(`the XML says that it is ${encoding}: write it in UTF-8`);
  });
  parser.on('opentag', ({ uri, local }) => {
    if (path.length === 0) root = `${uri} ${local}`;
    path.push(local);
    content = '';
  });
  const add = (part: string) => {
    if (path.length <= MAX_DEPTH) content += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const key = path.slice(1).join('/');
    if (path.length <= MAX_DEPTH && !values.has(key)) values.set(key, content.trim());
    path.pop();
    content = '';
  });
  parser.write(text).close();
  return { root, values };
}

/** A day as 20260301; midnight in UTC. */
function dateOf(text: string | undefined): Date | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(date.valueOf()) ? undefined : date;
}

const wrong = (problem: string, cause?: unknown): EngineError =>
  new EngineError('invalid_option', `facturx: ${problem}`, { cause });
