/**
 * The second half of the style stage: computes the styles of elements, pseudo-elements and pages. Elements that match
 * the same rules share one style object where their parents do.
 */

import { getOrMake } from '../../collections/maps.js';
import type { Deadline } from '../../deadline.js';
import type { Report } from '../../diagnostics.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../../html/dom.js';
import type { PageArea } from '../at-rules/media.js';
import type { CascadeNode, Winners } from '../cascade/cascade.js';
import type { ElementMatcher } from '../cascade/element-matcher.js';
import type { RuleSet } from '../cascade/rule-set.js';
import { type DeclaredName, isCustomName, isRefusedName, type RefusedName } from '../properties/declared-name.js';
import { SHORTHANDS } from '../properties/shorthands.js';
import { type ComputedStyle, type PropertyName, propertiesWhere } from '../properties/table.js';
import { hasPart, mayHaveParts } from '../selectors/element-parts.js';
import { isDisabled } from '../selectors/form-states.js';
import { AncestorFilter, type RulesBeyondPath } from '../selectors/match-index.js';
import type { IndexedRule } from '../selectors/scopes.js';
import { matchRule } from '../selectors/scopes.js';
import { matches } from '../selectors/selector-program.js';
import type { Subject, SubjectTree } from '../selectors/subject.js';
import { type Problem, type ProblemReport, reportProblem } from '../syntax/declarations.js';
import { CONTAINER_UNIT } from '../syntax/stylesheet.js';
import { BLACK, colorText } from '../values/values.js';
import { type DocumentRules, pageAreaBy, styleTree } from './collect-rules.js';
import { anonymousStyle, type ComputeInput, computeStyle, type ElementStyle, type StyleContext } from './compute.js';
import { type ContainerLayout, DocumentContainers, NO_LAYOUT } from './containers.js';
import { colorsInSrgb, drawingStyle } from './drawing-style.js';
import type { StyleNode } from './style-node.js';
import { type ChildrenLike, type PathRoot, StylePath } from './style-path.js';
import type { StyleTree } from './style-tree.js';
import type {
  FirstLineStyles,
  FontUnitsOf,
  PageQuery,
  PageStyle,
  PseudoName,
  StyledDocument,
} from './styled-document.js';

/**
 * Computes the styles of a document: those of displayed elements at once, others on demand.
 * @param fontUnits  metrics of all fonts, including those of `@font-face` rules
 * @param deadline   checked for every element
 * @param layout     sizes of the containers of the document; default: there has been no layout
 */
export function computeStyles(
  collected: DocumentRules,
  fontUnits: FontUnitsOf,
  report: Report,
  deadline?: Deadline,
  enlargement = 1,
  layout = NO_LAYOUT,
): StyledDocument {
  const styler = new DocumentStyler(collected, fontUnits, report, enlargement, layout);
  styler.styleAll(deadline);
  return styler;
}

/** Pseudo-elements that `content` generates. */
const GENERATED: ReadonlySet<PseudoName> = new Set<PseudoName>([
  '::before',
  '::after',
  '::footnote-call',
  '::footnote-marker',
]);

const FIRST_LINE: ReadonlySet<DeclaredName> = new Set(
  propertiesWhere((property) => property.appliesToFirstLine === true),
);

/**
 * Properties of `::marker`. Source: https://drafts.csswg.org/css-lists-3/#marker-properties, and the inherited ones, as
 * with Blink's ValidPropertyFilter::kMarker
 */
const MARKER: ReadonlySet<DeclaredName> = new Set<DeclaredName>([
  ...propertiesWhere((property) => property.inherits),
  'content',
  'unicode-bidi',
]);

class DocumentStyler implements StyledDocument {
  readonly document: HtmlDocument;
  readonly media: PageArea;
  readonly #rules: RuleSet;
  readonly #matcher: ElementMatcher;
  readonly #tree: SubjectTree;
  readonly #styles: StyleTree;
  /** Number of the document. */
  readonly #number: number;
  /** By the serial number of the element. */
  readonly #styleNodes: StyleNode[] = [];
  readonly #pseudos = new Map<PseudoName, Map<Subject, ComputedStyle>>();
  /** By text, and text color where it has a part in it. */
  readonly #drawingColors = new Map<string, string>();
  readonly #seenWinners = new Set<Winners>();
  readonly usedStyles = new Set<ComputedStyle>();
  readonly #changedPaths: PathRoot[] = [];
  /** Used for one element after another: most have no rules to keep. */
  readonly #matching: IndexedRule[] = [];
  #problems: ProblemReport;
  /** Created for documents with container queries, or with the first container. */
  #containers: DocumentContainers | undefined;
  #root: ElementStyle | null = null;
  #body: ComputedStyle | undefined;

  constructor(
    collected: DocumentRules,
    fontUnits: FontUnitsOf,
    report: Report,
    enlargement: number,
    private readonly containerLayout: ContainerLayout,
  ) {
    const { document, media, rules, matcher, shared } = collected;
    this.document = document;
    this.media = media;
    this.#rules = rules;
    this.#matcher = matcher;
    this.#tree = matcher.tree;
    this.#problems = { report, reported: new Set() };
    this.#number = shared.nextDocument();
    // Viewport units refer to the first page: https://drafts.csswg.org/css-values-4/#viewport-relative-lengths
    this.#matcher.context.containers = undefined;
    const viewport = roundedDown(pageAreaBy(rules.pages, collected, fontUnits), enlargement);
    this.#styles = styleTree(collected, viewport, fontUnits);
    if (rules.hasContainerQueries) this.#openContainers();
  }

  #openContainers(): DocumentContainers {
    const { context } = this.#styles;
    this.#containers = new DocumentContainers({
      styleOf: (subject) => this.#styleNodeOf(subject).computed,
      root: () => this.#root,
      context,
      layout: this.containerLayout,
      dependsOnSizes: this.#dependsOnContainerSizes,
    });
    this.#matcher.context.containers = this.#containers;
    return this.#containers;
  }

  get #dependsOnContainerSizes(): boolean {
    const hasUnit = ({ element }: Subject) => CONTAINER_UNIT.test(element.attribute('style') ?? '');
    return this.#rules.dependsOnContainerSizes || this.#tree.all.some(hasUnit);
  }

  get containers(): ReadonlySet<ElementNode> {
    return this.#containers?.sizedElements ?? NO_ELEMENTS;
  }

  skipsContents(element: ElementNode): boolean {
    return this.#containers?.skips(element) === true;
  }

  reportTo(report: Report): void {
    if (report === this.#problems.report) return;
    report.addAll(this.#problems.report.findings);
    this.#problems = { ...this.#problems, report };
  }

  declares(property: PropertyName): boolean {
    return this.#rules.declared.has(property);
  }

  get usesViewport(): boolean {
    return this.#styles.context.viewportUse.isUsed;
  }

  get hasColorProfiles(): boolean {
    return this.#rules.colorProfiles.length > 0;
  }

  get counterStyles(): RuleSet['counterStyles'] {
    return this.#rules.counterStyles;
  }

  styleAll(deadline: Deadline | undefined): void {
    this.#matcher.context.deadline = deadline;
    const filter = new AncestorFilter(this.#rules.index);
    const visit = (subject: Subject, parentPath: PathRoot, parent: StyleNode | undefined) => {
      const path = this.#pathOf(subject, parentPath, parent, filter, deadline);
      const { styleNode } = path;
      if (styleNode.computed.style.display === 'none' || subject.children.length === 0) return;
      if (this.skipsContents(subject.element)) return;
      filter.enter(subject);
      for (const child of subject.children) visit(child, path, styleNode);
      filter.leave();
    };
    try {
      visit(this.#tree.root, this.#styles.paths, undefined);
    } finally {
      for (const path of this.#changedPaths) path.endDocument();
    }
    this.#reportParts();
  }

  /**
   * Matches the element, unless one with the same path has been matched; then only the rules that depend on more. Five
   * parameters: an object for each element would cost more than the call.
   */
  #pathOf(
    subject: Subject,
    parentPath: PathRoot,
    parent: StyleNode | undefined,
    filter: AncestorFilter,
    deadline: Deadline | undefined,
  ): StylePath {
    const alike = parentPath.childrenLike(subject.element, this.#changedPaths);
    const known = alike?.rules && this.#knownPath(subject, alike, alike.rules, deadline);
    if (known) return this.#usePath(subject, known);
    deadline?.checkNow(); // many rules make one element slow
    const beyond: RulesBeyondPath = { all: [], matching: [] };
    const styleNode = this.#findStyleNode(subject, parent, filter, beyond);
    if (!alike) return this.#usePath(subject, new StylePath(styleNode, beyond.matching, false));
    const { path, isKept } = alike.add(styleNode, beyond);
    if (isKept && alike.isLasting) this.#styles.addPath();
    return this.#usePath(subject, path);
  }

  /** @returns the path of the elements inside */
  #usePath(subject: Subject, path: StylePath): StylePath {
    const styleNode = this.#use(subject, path.styleNode);
    return styleNode === path.styleNode ? path : this.#styles.sizedPath(path, styleNode);
  }

  #knownPath(
    subject: Subject,
    alike: ChildrenLike,
    rules: readonly IndexedRule[],
    deadline: Deadline | undefined,
  ): StylePath | undefined {
    const matching = this.#matching;
    matching.length = 0;
    if (rules.length > 0) deadline?.checkNow();
    for (const rule of rules) {
      const matched = matchRule(rule, subject, this.#matcher.context);
      if (matched) matching.push(matched);
    }
    return alike.path(matching);
  }

  /** Reports rules for unsupported pseudo-elements of controls in the document. */
  #reportParts(): void {
    const { parts } = this.#rules;
    if (parts.length === 0) return;
    const owners = this.#tree.all.filter(
      (subject) => mayHaveParts(subject) && this.#styleNodes[subject.element.serial],
    );
    const shown = owners.filter((subject) => this.#styleNodeOf(subject).computed.style.display !== 'none');
    for (const { compound, name, place } of parts) {
      if (shown.some((subject) => hasPart(subject, name) && matches(compound, subject, this.#matcher.context)))
        this.#problems.report.add('UnsupportedSelector', name, place);
    }
  }

  style(element: ElementNode): ComputedStyle {
    return this.#styleNodeOf(this.#subject(element)).computed.style;
  }

  pseudo(element: ElementNode, name: PseudoName, parent = element): ComputedStyle | undefined {
    const subject = this.#subject(element);
    if (!this.#rules.index.mayHavePseudo(name, subject)) return undefined;
    if (parent !== element) return this.#computePseudo(subject, name, this.#subject(parent));
    const known = getOrMake(this.#pseudos, name, () => new Map<Subject, ComputedStyle>());
    const style = known.get(subject) ?? this.#computePseudo(subject, name, subject);
    if (style) known.set(subject, style);
    return style;
  }

  firstLine(element: ElementNode): FirstLineStyles | undefined {
    if (!this.#rules.index.hasPseudo('::first-line')) return undefined;
    const owner = this.#subject(element);
    const node = this.#matchPseudo(owner, '::first-line');
    if (!node) return undefined;
    const winners = new Map([...node.winners].filter(([name]) => FIRST_LINE.has(name) || isCustomName(name)));
    this.#reportWinners(winners);
    return this.#firstLineIn(owner, winners);
  }

  /** @param owner  the block with the line, @param winners  those of `::first-line` */
  #firstLineIn(owner: Subject, winners: Winners): FirstLineStyles {
    const parent = this.#styleNodeOf(owner).computed;
    const containers = this.#lengthsFrom(owner);
    const line = this.#compute({ winners, parent, root: this.#root, blockify: false, containers });
    const known = new Map<Subject, ElementStyle>([[owner, line]]);
    const inside = (subject: Subject): ElementStyle =>
      getOrMake(known, subject, () => {
        const { winners } = this.#match(
          subject,
          subject.parent ? this.#styleNodeOf(subject.parent) : undefined,
          undefined,
        );
        const parent = subject.parent ? inside(subject.parent) : line;
        return this.#compute({ winners, parent, root: this.#root, containers: this.#lengthsFrom(subject.parent) });
      });
    return {
      owner: owner.element,
      line: line.style,
      within: (block) => this.#firstLineIn(this.#subject(block), winners),
      of: (inner, origin, around = inner) => {
        const subject = this.#subject(inner);
        const parent = inside(this.#subject(around));
        const pseudo = origin && this.#matchPseudo(subject, origin);
        if (!pseudo) return parent.style;
        const containers = this.#lengthsFrom(this.#subject(around));
        return this.#compute({ winners: pseudo.winners, parent, root: this.#root, containers }).style;
      },
    };
  }

  isDisabled(element: ElementNode): boolean {
    return isDisabled(this.#subject(element));
  }

  drawingStyle(element: ElementNode): ReadonlyMap<string, string> {
    const subject = this.#subject(element);
    const { computed } = this.#styleNodeOf(subject);
    const parent = subject.parent ? this.#styleNodeOf(subject.parent) : undefined;
    return drawingStyle(this.#match(subject, parent, undefined).winners, computed, (text) =>
      this.drawingColors(text, element),
    );
  }

  drawingColors(text: string, element: ElementNode): string {
    const usesCurrent = /currentcolor/i.test(text);
    const color = usesCurrent ? this.#styleNodeOf(this.#subject(element)).computed.style.color : BLACK;
    return getOrMake(this.#drawingColors, usesCurrent ? `${text}\0${colorText(color)}` : text, () => {
      const plain = colorsInSrgb(text, this.#styles.context.colorProfiles, color);
      if (typeof plain === 'string') return plain;
      if (plain.problem !== '')
        this.#problems.report.add('InvalidCss', text, `${describeElement(element)}: ${plain.problem}`);
      return 'none';
    });
  }

  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
    const known = getOrMake(ANONYMOUS, parent, () => new Map<ComputedStyle['display'], ComputedStyle>());
    return getOrMake(known, display, () => anonymousStyle(parent, display));
  }

  page(query: PageQuery): PageStyle {
    const { style, cascades } = this.#styles.pages(this.#rules.pages, this.#root).style(query);
    for (const each of [style.style, style.footnoteArea, ...style.marginBoxes.values()]) this.usedStyles.add(each);
    for (const { winners, computed } of cascades) {
      this.#reportWinners(winners);
      this.#reportProblems(computed);
    }
    return style;
  }

  #subject(element: ElementNode): Subject {
    const subject = this.#tree.of(element);
    if (!subject) throw new Error(`${describeElement(element)} is not in the styled document`);
    return subject;
  }

  /** Computes styles that `styleAll` skips: those inside elements with `display: none`. */
  #styleNodeOf(subject: Subject): StyleNode {
    const known = this.#styleNodes[subject.element.serial];
    if (known) return known;
    const parent = subject.parent ? this.#styleNodeOf(subject.parent) : undefined;
    return this.#use(subject, this.#findStyleNode(subject, parent, undefined));
  }

  #findStyleNode(
    subject: Subject,
    parent: StyleNode | undefined,
    filter: AncestorFilter | undefined,
    beyond?: RulesBeyondPath,
  ): StyleNode {
    return this.#styles.node(
      this.#match(subject, parent, filter, beyond),
      parent,
      this.#root,
      this.#lengthsFrom(subject.parent),
    );
  }

  /** @param from  the innermost element that may be a container */
  #lengthsFrom(from: Subject | null): ComputeInput['containers'] {
    const containers = this.#containers;
    return containers && (() => containers.lengths(from));
  }

  /** @returns the node that styles inside of the element depend on: that of a container is one for its size */
  #use(subject: Subject, styleNode: StyleNode): StyleNode {
    const { computed } = styleNode;
    this.#root ??= computed;
    if (styleNode.usedBy !== this.#number) {
      styleNode.usedBy = this.#number;
      this.usedStyles.add(computed.style);
      this.#reportProblems(computed);
      if (computed.style.display !== 'none') this.#reportWinners(styleNode.cascade.winners);
    }
    const inside = computed.style['container-type'].length > 0 ? this.#sized(subject, styleNode) : styleNode;
    this.#styleNodes[subject.element.serial] = inside;
    if (subject.element === this.document.body) this.#body = computed.style;
    return inside;
  }

  #sized(subject: Subject, styleNode: StyleNode): StyleNode {
    const size = (this.#containers ?? this.#openContainers()).add(subject, styleNode.computed);
    return size === undefined ? styleNode : this.#styles.sized(styleNode, size);
  }

  #match(
    subject: Subject,
    parent: StyleNode | undefined,
    filter: AncestorFilter | undefined,
    beyond?: RulesBeyondPath,
  ): CascadeNode {
    const surroundings = { parent: parent?.computed.style, body: this.#body };
    return this.#matcher.element(this.#rules.index, subject, surroundings, filter, beyond);
  }

  /** A style of this document only. */
  #compute(input: ComputeInput): ElementStyle {
    const computed = computeStyle(input, this.#styles.context);
    this.usedStyles.add(computed.style);
    this.#reportProblems(computed);
    return computed;
  }

  #matchPseudo(subject: Subject, name: PseudoName): CascadeNode | undefined {
    const node = this.#matcher.pseudoElement(this.#rules.index, subject, name);
    return name === '::marker' ? node?.restrictedTo(MARKER) : node;
  }

  #computePseudo(subject: Subject, name: PseudoName, parent: Subject): ComputedStyle | undefined {
    const node = this.#matchPseudo(subject, name);
    if (!node) return undefined;
    const computed = this.#styles.pseudo(
      node,
      this.#styleNodeOf(parent),
      this.#root,
      GENERATED.has(name),
      this.#lengthsFrom(parent),
    );
    this.usedStyles.add(computed.style);
    this.#reportProblems(computed);
    const { content, display } = computed.style;
    if (GENERATED.has(name) && (content === 'normal' || content === 'none' || display === 'none')) return undefined;
    this.#reportWinners(node.winners);
    return computed.style;
  }

  #reportProblems({ problems = NO_PROBLEMS }: ElementStyle): void {
    for (const problem of problems) reportProblem(problem, this.#problems);
  }

  #reportWinners(winners: Winners): void {
    if (this.#seenWinners.has(winners)) return;
    this.#seenWinners.add(winners);
    for (const [name, { problem }] of winners)
      if (problem && !(isRefusedName(name) && isOverridden(name, winners))) reportProblem(problem, this.#problems);
  }
}

/** Whether declarations of all its longhands win over a refused one. */
function isOverridden(refused: RefusedName, winners: Winners): boolean {
  const name = refused.slice(2);
  const left = new Set<string>(Object.hasOwn(SHORTHANDS, name) ? SHORTHANDS[name]!.longhands : [name]);
  let isAbove = false;
  for (const winner of winners.keys()) {
    if (winner === refused) isAbove = true;
    else if (isAbove) left.delete(winner);
  }
  return left.size === 0;
}

/** Styles of anonymous boxes by that of the parent: documents share them as they share those of elements. */
const ANONYMOUS = new WeakMap<ComputedStyle, Map<ComputedStyle['display'], ComputedStyle>>();

const NO_PROBLEMS: readonly Problem[] = [];
const NO_ELEMENTS: ReadonlySet<ElementNode> = new Set();

const HALF_LAYOUT_UNIT = 1 / 128;

/** Whole px; tolerates that the arithmetic of units ends just below one. */
const roundedDown = ({ width, height }: StyleContext['viewport'], factor: number): StyleContext['viewport'] => ({
  width: Math.floor(width * factor + HALF_LAYOUT_UNIT),
  height: Math.floor(height * factor + HALF_LAYOUT_UNIT),
});
