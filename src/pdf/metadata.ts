/**
 * Metadata of a PDF: the information dictionary and the same as XMP.
 * Sources: ISO 32000-1, 14.3; ISO 16684-1 (XMP); ISO 19005-2, 6.6; ISO 14289-1, 5
 */

import { createHash } from 'node:crypto';
import type { PdfStandard } from '../engine/document.js';
import type { HybridDocument } from '../engine/finishing.js';
import type { DocumentMetadata } from '../engine/html/metadata.js';
import { type Dict, dict, name, Stream, textString } from './syntax/objects.js';
import type { PdfObjects } from './syntax/read.js';

const PRODUCER = 'Platen';

interface MetadataOptions {
  readonly metadata: DocumentMetadata;
  readonly language: string | undefined;
  readonly claims: readonly PdfStandard[];
  readonly hybrid: HybridDocument | undefined;
  /** Where the identifier of the document comes from: its content before. */
  readonly content: Uint8Array;
}

/** Replaces the metadata of a file. */
export function writeMetadata(file: PdfObjects, options: MetadataOptions): void {
  file.trailer.set('Info', file.add(informationOf(options.metadata)));
  file.catalog.set('Metadata', file.add(metadataStream(options)));
}

/** The information dictionary. */
export function informationOf({ title, authors, description, keywords }: DocumentMetadata): Dict {
  const text = (value: string | undefined) => (value ? textString(value) : undefined);
  return dict({
    Title: text(title),
    Author: text(authors.join(', ')),
    Subject: text(description),
    Keywords: text(keywords.join(', ')),
    Creator: textString(PRODUCER),
    Producer: textString(PRODUCER),
  });
}

/** The stream of XMP. */
export function metadataStream(options: MetadataOptions): Stream {
  return new Stream(dict({ Type: name('Metadata'), Subtype: name('XML') }), Buffer.from(packetOf(options)));
}

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
} as const;

/** Invoices and orders have namespaces of their own for the same properties. */
const HYBRID_NAMESPACES = {
  invoice: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  order: 'urn:factur-x:pdfa:CrossIndustryDocument:1p0#',
} as const;

function packetOf({ metadata, language, claims, hybrid, content }: MetadataOptions): string {
  const { title, authors, description, keywords } = metadata;
  const id = uuidOf(content);
  const archival = claims.map(levelOf).find((level) => level !== undefined);
  const isAccessible = claims.includes('pdf/ua-1');
  const fx = HYBRID_NAMESPACES[hybrid === undefined || hybrid.type === 'INVOICE' ? 'invoice' : 'order'];
  const schemas = [
    ...(isAccessible && archival ? [UA_SCHEMA] : []),
    ...(hybrid ? [{ ...HYBRID_SCHEMA, namespace: fx }] : []),
  ];
  const body = [
    '<dc:format>application/pdf</dc:format>',
    title && `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    authors.length > 0 && `<dc:creator><rdf:Seq>${items(authors)}</rdf:Seq></dc:creator>`,
    description &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(description)}</rdf:li></rdf:Alt></dc:description>`,
    keywords.length > 0 && `<dc:subject><rdf:Bag>${items(keywords)}</rdf:Bag></dc:subject>`,
    language && `<dc:language><rdf:Bag>${items([language])}</rdf:Bag></dc:language>`,
    keywords.length > 0 && `<pdf:Keywords>${escaped(keywords.join(', '))}</pdf:Keywords>`,
    `<pdf:Producer>${PRODUCER}</pdf:Producer>`,
    `<xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>`,
    `<xmpMM:DocumentID>uuid:${id}</xmpMM:DocumentID>`,
    `<xmpMM:InstanceID>uuid:${id}</xmpMM:InstanceID>`,
    archival && `<pdfaid:part>${archival.part}</pdfaid:part>`,
    archival && `<pdfaid:conformance>${archival.conformance}</pdfaid:conformance>`,
    isAccessible && '<pdfuaid:part>1</pdfuaid:part>',
    ...(hybrid ? hybridProperties(hybrid) : []),
    schemas.length > 0 && extensionSchemas(schemas),
  ].filter(Boolean);
  const used = Object.entries({ ...NAMESPACES, fx }).filter(([prefix]) =>
    body.some((entry) => prefix === 'rdf' || new RegExp(`</?${prefix}:`).test(String(entry))),
  );
  const namespaces = used.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF${namespaces}>`,
    '<rdf:Description rdf:about="">',
    ...body,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

/** Part and level of PDF/A; undefined for PDF/UA. */
function levelOf(standard: PdfStandard): { readonly part: string; readonly conformance: string } | undefined {
  const [, part, level] = /^pdf\/a-(\d)(\w)$/.exec(standard) ?? [];
  return part && level ? { part, conformance: level.toUpperCase() } : undefined;
}

interface Schema {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly properties: readonly {
    readonly name: string;
    readonly type: string;
    readonly category: string;
    readonly description: string;
  }[];
}

const UA_SCHEMA: Schema = {
  name: 'PDF/UA identification schema',
  prefix: 'pdfuaid',
  namespace: NAMESPACES.pdfuaid,
  properties: [
    { name: 'part', type: 'Integer', category: 'internal', description: 'Part of ISO 14289 that the file conforms to' },
  ],
};

const external = (name: string, description: string) => ({ name, type: 'Text', category: 'external', description });

/** Source: Factur-X 1.07, 6.2.4 */
const HYBRID_SCHEMA: Omit<Schema, 'namespace'> = {
  name: 'Factur-X PDFA Extension Schema',
  prefix: 'fx',
  properties: [
    external('DocumentFileName', 'Name of the embedded XML file'),
    external('DocumentType', 'Type of the hybrid document in capital letters'),
    external('Version', 'Version of the standard that the embedded XML follows'),
    external('ConformanceLevel', 'Profile of the embedded XML'),
  ],
};

const hybridProperties = ({ type, fileName, version, profile }: HybridDocument): string[] => [
  `<fx:DocumentType>${type}</fx:DocumentType>`,
  `<fx:DocumentFileName>${fileName}</fx:DocumentFileName>`,
  `<fx:Version>${version}</fx:Version>`,
  `<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`,
];

/** PDF/A wants properties of other schemas described. Source: ISO 19005-2, 6.6.2.3 */
function extensionSchemas(schemas: readonly Schema[]): string {
  const property = ({ name, type, category, description }: Schema['properties'][number]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;
  const schema = ({ name, prefix, namespace, properties }: Schema) =>
    `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.map(property).join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
  return `<pdfaExtension:schemas><rdf:Bag>${schemas.map(schema).join('')}</rdf:Bag></pdfaExtension:schemas>`;
}

const items = (texts: readonly string[]): string => texts.map((text) => `<rdf:li>${escaped(text)}</rdf:li>`).join('');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ENTITIES[character]!);

/** A UUID of version 8, made of a hash. Source: RFC 9562, 5.8 */
function uuidOf(content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
