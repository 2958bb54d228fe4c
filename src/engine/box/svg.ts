/** SVG in a document: its natural size, and its element tree as a self-contained file. */

import type { StyledDocument } from '../css/styled-document.js';
import type { Color } from '../css/values.js';
import type { Report } from '../diagnostics.js';
import type { ElementNode } from '../html/dom.js';
import { describeElement } from '../html/dom.js';

export interface NaturalSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly ratio: number | undefined;
}

/** Source: https://www.w3.org/TR/SVG2/coords.html#SizingSVGInCSS */
export function svgSize(
  width: string | undefined,
  height: string | undefined,
  viewBox: string | undefined,
): NaturalSize {
  const w = absoluteLength(width);
  const h = absoluteLength(height);
  const box = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = box?.length === 4 && box.every(Number.isFinite) && box[2]! > 0 && box[3]! > 0;
  const ratio = w && h ? w / h : hasBox ? box[2]! / box[3]! : undefined;
  return { width: w, height: h, ratio };
}

const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
};

function absoluteLength(text: string | undefined): number | undefined {
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '');
  const factor = PX_PER_UNIT[match?.[2]?.toLowerCase() ?? 'none'];
  return factor === undefined ? undefined : Number(match![1]) * factor;
}

/** Would run or load something: never written out. */
const FORBIDDEN = new Set(['script', 'foreignObject', 'iframe', 'audio', 'video', 'handler', 'listener']);
const MAX_NODES = 20_000;

/** Font names of CSS to the families at hand: an SVG renderer knows neither `sans-serif` nor `Arial`. */
export type ResolveFamilies = (families: readonly string[]) => readonly string[];

export interface SvgContext {
  readonly styled: StyledDocument;
  readonly report: Report;
  readonly resolveFamilies: ResolveFamilies;
}

/**
 * Writes an inline `<svg>` as a file of its own: the document's style on the root, nothing that runs, no reference that
 * leaves the file.
 */
export function serialiseSvg(svg: ElementNode, context: SvgContext): string {
  const { report } = context;
  const parts: string[] = [];
  let nodes = 0;
  const write = (element: ElementNode): void => {
    nodes += 1;
    if (nodes > MAX_NODES) {
      if (nodes === MAX_NODES + 1)
        report.add('UnsupportedElement', `<svg> with more than ${MAX_NODES} elements`, describeElement(svg));
      return;
    }
    if (FORBIDDEN.has(element.name)) {
      report.add('UnsupportedElement', `<${element.name}> in SVG`, describeElement(element));
      return;
    }
    if (!isXmlName(element.name)) return;
    parts.push('<', element.name);
    if (element === svg) parts.push(' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"');
    writeAttributes(element, element === svg, context, parts);
    parts.push('>');
    for (const child of element.children) {
      if (child.kind === 'element') write(child);
      else parts.push(escapeXml(element.name === 'style' ? renameFamilies(child.data, context) : child.data));
    }
    parts.push('</', element.name, '>');
  };
  write(svg);
  return parts.join('');
}

/** Prefixes other than these are of drawing programs: no renderer knows them, and undeclared the file would be no XML. */
function isXmlName(name: string): boolean {
  return /^(?:xlink:|xml:)?[A-Za-z_][\w.-]*$/.test(name);
}

function writeAttributes(element: ElementNode, isRoot: boolean, context: SvgContext, parts: string[]): void {
  for (const [name, value] of element.attributes) {
    const lower = name.toLowerCase();
    if (lower.startsWith('on') || lower.startsWith('xmlns') || !isXmlName(name)) continue;
    if (isRoot && (lower === 'style' || lower === 'class' || lower === 'width' || lower === 'height')) continue;
    if ((lower === 'href' || lower === 'xlink:href') && !/^\s*(#|data:image\/(png|jpe?g|gif|webp))/i.test(value)) {
      if (element.name !== 'a') context.report.add('BlockedResource', value, describeElement(element));
      continue;
    }
    const written =
      lower === 'font-family' ? familyList(value, context) : lower === 'style' ? renameFamilies(value, context) : value;
    parts.push(' ', name, '="', escapeXml(written), '"');
  }
  if (isRoot) parts.push(' style="', escapeXml(rootStyle(element, context)), '"');
}

/** What the drawing inherits from the document around it. */
function rootStyle(svg: ElementNode, context: SvgContext): string {
  const style = context.styled.style(svg);
  const families = quoteFamilies(context.resolveFamilies(style['font-family']));
  const text = `color:${cssColor(style.color)};font-family:${families};font-size:${style['font-size']}px;font-weight:${style['font-weight']};font-style:${style['font-style']}`;
  const own = svg.attribute('style');
  return own ? `${text};${renameFamilies(own, context)}` : text;
}

function renameFamilies(css: string, context: SvgContext): string {
  return css.replace(
    /(font-family\s*:)([^;}!]*)/gi,
    (_, name: string, list: string) => name + familyList(list, context),
  );
}

function familyList(list: string, context: SvgContext): string {
  const families = list.split(',').map((family) => family.trim().replace(/^(["'])(.*)\1$/s, '$2'));
  return quoteFamilies(context.resolveFamilies(families));
}

function quoteFamilies(families: readonly string[]): string {
  return families.map((family) => `'${family.replaceAll(/['\\]/g, '')}'`).join(', ');
}

function cssColor({ r, g, b, a }: Color): string {
  return `rgba(${Math.round(r)},${Math.round(g)},${Math.round(b)},${a})`;
}

function escapeXml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids exactly these
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}

/**
 * A drawing for a box of its own size, which its root element then says. Left to itself a viewer would scale the
 * drawing's own size to the box, against `preserveAspectRatio`.
 * @param natural  size of an external file, which shows all of itself in any box; undefined for an inline drawing
 * @returns        the source unchanged when it has no `svg` root
 */
export function sizedSvg(
  source: string,
  { width, height }: { readonly width: number; readonly height: number },
  natural: { readonly width: number | undefined; readonly height: number | undefined } | undefined,
): string {
  const root = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(source);
  if (!root) return source;
  const [tag] = root;
  const hasBox = /\sviewBox\s*=/i.test(tag);
  const box = !hasBox && natural?.width && natural.height ? ` viewBox="0 0 ${natural.width} ${natural.height}"` : '';
  const bare = tag.replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  const sized = bare.replace(/^<svg\b/i, (start) => `${start} width="${width}" height="${height}"${box}`);
  return source.slice(0, root.index) + sized + source.slice(root.index + tag.length);
}
