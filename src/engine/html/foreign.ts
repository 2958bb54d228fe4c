/**
 * The rules for foreign content (SVG and MathML), and the case adjustments of SVG names.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
 */

import type { Namespace } from './dom.js';
import { isHtmlIntegrationPoint, isMathmlText } from './elements.js';
import { replaceNuls } from './references.js';
import { asciiLower } from './tokenizer.js';
import type { StartTag } from './tokens.js';
import type { ForeignContent, TreeBuilder } from './tree-builder.js';

/** HTML tags that end foreign content. */
const BREAKOUT: ReadonlySet<string> = new Set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
  ol p pre ruby s small span strong strike sub sup table tt u ul var`.split(/\s+/),
);

const SVG_ELEMENTS = spellings(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef
  linearGradient radialGradient textPath`);

const SVG_ATTRIBUTES = spellings(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits
  diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints
  keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
  numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha
  preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures
  specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
  tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan`);

const MATHML_ATTRIBUTES = spellings('definitionURL');

function spellings(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(/\s+/).map((name) => [name.toLowerCase(), name]));
}

export const FOREIGN_CONTENT: ForeignContent = {
  text(builder, data) {
    if (/[^\t\n\f\r \0]/.test(data)) builder.framesetOk = false;
    builder.insertText(replaceNuls(data));
  },

  start(builder, tag) {
    if (breaksOut(tag)) {
      breakOut(builder);
      builder.startInHtml(tag);
      return;
    }
    insertForeign(builder, tag, builder.open.current!.namespace);
  },

  end(builder, tag) {
    if (tag.name === 'br' || tag.name === 'p') {
      breakOut(builder);
      builder.end(tag);
      return;
    }
    const { items } = builder.open;
    for (let index = items.length - 1; index > 0; index -= 1) {
      const element = items[index]!;
      if (element.namespace === 'html') {
        builder.end(tag);
        return;
      }
      if (asciiLower(element.name) === tag.name) {
        builder.open.popUntilElement(element);
        return;
      }
    }
  },
};

/** Inserts a foreign element with adjusted names. */
export function insertForeign(builder: TreeBuilder, tag: StartTag, namespace: Namespace): void {
  const name = namespace === 'svg' ? (SVG_ELEMENTS.get(tag.name) ?? tag.name) : tag.name;
  builder.insert({ ...tag, attributes: adjustAttributes(tag.attributes, namespace) }, namespace, name);
  if (tag.selfClosing) builder.open.pop();
}

/** Source: https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes */
export function adjustAttributes(attributes: StartTag['attributes'], namespace: Namespace): StartTag['attributes'] {
  const table = namespace === 'svg' ? SVG_ATTRIBUTES : MATHML_ATTRIBUTES;
  return new Map([...attributes].map(([key, value]) => [table.get(key) ?? key, value]));
}

function breaksOut({ name, attributes }: StartTag): boolean {
  if (name === 'font') return attributes.has('color') || attributes.has('face') || attributes.has('size');
  return BREAKOUT.has(name);
}

function breakOut({ open }: TreeBuilder): void {
  while (open.current && open.current.namespace !== 'html') {
    if (isMathmlText(open.current) || isHtmlIntegrationPoint(open.current)) return;
    open.pop();
  }
}
