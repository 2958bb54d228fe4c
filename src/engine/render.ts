/**
 * Runs the stages in order. Read this file first.
 *
 *   template + data → HTML → document → styles → boxes → pages → display list → Typst source or binary list → PDF
 *
 * Everything here is pure: files, fonts, the clock and the PDF writer are passed in.
 */

import { importsOf } from './assembly.js';
import { Assets, loadFont, loadProfile, loadSheet } from './assets.js';
import { buildBoxTree } from './box/build.js';
import { loadImage, type Resources, reportHtmlInside } from './box/image-resources.js';
import { DEFAULT_IMAGE_LIMITS } from './box/images.js';
import type { ResolveFamilies } from './box/svg.js';
import type { SvgImageContext } from './box/svg-image.js';
import { svgFinder } from './box/svg-targets.js';
import { BudgetExceeded, Budgets, DEFAULT_BUDGETS } from './budgets.js';
import type { CacheUses } from './collections/bounded-cache.js';
import { conformingTo, isArchival, reportConversion, reportWithoutSpace } from './conformance.js';
import { ContainerPasses } from './container-passes.js';
import type { FontFaceRule } from './css/at-rules/font-face.js';
import { collectRules, type DocumentRules } from './css/compute/collect-rules.js';
import { loadColorProfiles } from './css/compute/color-profiles.js';
import { computeStyles } from './css/compute/style.js';
import { StyleCaches } from './css/compute/style-caches.js';
import type { FontProperties, StyledDocument } from './css/compute/styled-document.js';
import type { ComputedStyle } from './css/properties/table.js';
import type { UrlReference } from './css/values/values.js';
import { isVisuallyHidden } from './css/visually-hidden.js';
import { Deadline } from './deadline.js';
import { type Diagnostic, Report } from './diagnostics.js';
import type { DocumentInput, EngineLimits, MergeInput, Stage, StageTimes } from './document.js';
import { documentImages } from './document-images.js';
import { EngineError, notSupported, placeOf, withinLimits } from './errors.js';
import { Expansion } from './expansion.js';
import type { Finishing, FinishingOptions } from './finishing.js';
import { finishingOptions, needsFinishing } from './finishing-options.js';
import type { ElementNode, HtmlDocument } from './html/dom.js';
import { metadataOf } from './html/metadata.js';
import { documentBase } from './html/urls.js';
import type { LayoutCounts } from './layout/algorithm/layout-counts.js';
import { layoutDocument } from './layout/page/page.js';
import type { DocumentLayout, PagesAround } from './layout/page/page-layout.js';
import { NestedDocuments } from './nested-documents.js';
import { chosenPages, pageRanges } from './page-ranges.js';
import type { DisplayListWriter, WriterGaps, Writing } from './paint/display-list-writer.js';
import { FieldRegistry, FormFields } from './paint/form-fields.js';
import { joinLists } from './paint/join-lists.js';
import { hasCmykImages, listInSrgb, listWithoutCustomColors } from './paint/output-colors.js';
import { pageEntries } from './paint/page-entries.js';
import { type ImageLoader, paintDocument } from './paint/paint.js';
import { Drawings } from './paint/replaced.js';
import { selectPages } from './paint/select-pages.js';
import { paintsSilently } from './paint/silence.js';
import { layOutInPasses } from './passes.js';
import { elementOffset, type PageBoxes, type PlacedDiagnostic, pageBoxes, placeDiagnostics } from './source-places.js';
import { markElements } from './template/mark-elements.js';
import { FontLibrary } from './text/fonts.js';
import { Hyphenators, type LoadPatterns } from './text/hyphenation.js';
import type { GlyphText } from './text/outlines.js';
import { TextShaper } from './text/shape.js';
import { fieldFaces, fontUnits, svgFamilies } from './text/style-fonts.js';
import type { FontFace, OpenFont } from './text/types.js';
import { WebFontCache, WebFonts } from './text/web-fonts.js';
import { retryWithoutBroken } from './undecodable.js';
import { WrittenParts } from './written-parts.js';

export type { DocumentInput, EngineLimits, StageTimes } from './document.js';

interface EngineOptions {
  readonly fonts: readonly FontFace[];
  /** Opens the fonts of `@font-face` rules. */
  readonly openFont: OpenFont;
  /** For `hyphens: auto`. */
  readonly loadPatterns: LoadPatterns;
  /** A clock in milliseconds for stage times; default: all times are 0. */
  readonly clock?: () => number;
  /** Called when a stage starts; `box` and `layout` repeat when a document takes several passes. */
  readonly onStage?: (stage: Stage) => void;
  readonly limits?: Partial<EngineLimits>;
  /** Counts the work of layout, in all passes of all documents; default: nothing is counted. */
  readonly counts?: LayoutCounts;
}

export const DEFAULT_LIMITS: EngineLimits = {
  maxTemplateLength: 20_000_000,
  maxHtmlLength: 20_000_000,
  maxPages: 1000,
  maxTime: 60,
  maxAttachmentBytes: 50_000_000,
  ...DEFAULT_IMAGE_LIMITS,
  ...DEFAULT_BUDGETS,
};

/**
 * Only documents of one scope share what is cached of templates, style sheets, fonts and images: with a scope for each
 * account, none can tell by the time of its document what others have rendered. Default ''.
 */
export interface Scoped {
  readonly scope?: string;
}

type ScopedInput = DocumentInput & Scoped;

export interface ValidatedDocument {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** On request only. */
  readonly notices?: readonly Diagnostic[];
  readonly times: StageTimes;
}

export interface RenderedDocument extends ValidatedDocument {
  readonly pdf: Uint8Array;
}

/** A document with its connection to the template, for editors. */
export interface PreviewedDocument extends RenderedDocument {
  readonly diagnostics: readonly PlacedDiagnostic[];
  readonly notices?: readonly PlacedDiagnostic[];
  readonly boxes: readonly PageBoxes[];
}

/** Writes PDFs, and finishes them. */
export type PdfWriter = DisplayListWriter & {
  /** Gives a written PDF what options ask for; called only when there are any. */
  readonly finish: (pdf: Uint8Array, finishing: Finishing) => FinishedPdf;
};

export interface FinishedPdf {
  readonly pdf: Uint8Array;
  /** Those of other PDFs. */
  readonly addedPages: number;
}

/** Caches between documents that operators can watch. */
export type EngineCache = 'template' | 'style_sheet' | 'rule_set' | 'text' | 'web_font';
/** The same of PDF writers. */
export type WriterCache = 'image' | 'font_subset';

interface Content {
  readonly document: HtmlDocument;
  readonly assets: Assets;
  readonly locale: string | undefined;
}

interface LaidOut {
  readonly layout: DocumentLayout;
  readonly styled: StyledDocument;
  readonly nested: NestedDocuments;
  readonly resources: Resources;
  readonly resolveFamilies: ResolveFamilies;
  readonly shaper: TextShaper;
  /** Faces of the document, by id. */
  readonly faces: ReadonlyMap<string, FontFace>;
}

/** Fonts and caches that are kept between documents. One instance per thread. */
export class Engine {
  readonly #fonts: FontLibrary;
  readonly #shaper: TextShaper;
  readonly #webFonts: WebFontCache;
  readonly #hyphenators: Hyphenators;
  readonly #styles = new StyleCaches();
  /** One function: the styles that documents share depend on it. */
  readonly #fontUnits = (font: FontProperties) => fontUnits(this.#fonts, font);
  readonly #svgFiles: SvgImageContext;
  readonly #expansion: Expansion;
  readonly #limits: EngineLimits;
  readonly #clock: () => number;
  readonly #onStage: ((stage: Stage) => void) | undefined;
  readonly #counts: LayoutCounts | undefined;
  readonly #written = new WrittenParts();
  /** Of the current document, as the deadline: one is run at a time. */
  #scope = '';
  /** Milliseconds of the stages inside of the running one. */
  #timeInside = 0;
  #deadline: Deadline | undefined;

  constructor(options: EngineOptions) {
    this.#fonts = new FontLibrary(options.fonts);
    this.#shaper = new TextShaper(this.#fonts);
    this.#svgFiles = {
      caches: this.#styles,
      fontUnits: this.#fontUnits,
      resolveFamilies: (families) => svgFamilies(families, this.#fonts),
      shaper: this.#shaper,
    };
    this.#webFonts = new WebFontCache(options.openFont);
    this.#hyphenators = new Hyphenators(options.loadPatterns);
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#expansion = new Expansion(this.#limits);
    this.#clock = options.clock ?? (() => 0);
    this.#onStage = options.onStage;
    this.#counts = options.counts;
  }

  /** How the caches were used by all documents so far. */
  get cacheUses(): Readonly<Record<EngineCache, CacheUses>> {
    return {
      template: this.#expansion.cache.templates.uses,
      style_sheet: this.#styles.stylesheets.uses,
      rule_set: this.#styles.ruleSets.uses,
      text: this.#shaper.uses,
      web_font: this.#webFonts.uses,
    };
  }

  /**
   * Runs the stages up to layout, and those after it as far as they may find something: a document is painted unless that
   * is silent, and written only to find what the writer refuses: images, drawings and fonts that it never wrote, and
   * deeply nested effects.
   * @param writer  default: what it refuses is not found
   * @throws EngineError, AssetsPending, RangeError as `render`
   */
  validate(input: ScopedInput, writer?: DisplayListWriter): ValidatedDocument {
    return withinLimits(() => this.#placed(input, () => this.#validate(input, writer)));
  }

  #validate(input: ScopedInput, writer: DisplayListWriter | undefined): ValidatedDocument {
    const times: StageTimes = {};
    const options = finishingOptions(input, this.#limits, (xml) => this.#expansion.text(xml, input));
    const content = this.#read(input, times);
    return retryWithoutBroken([content.assets], (broken) => {
      const report = new Report();
      const document = this.#layOut(content, broken, report, times);
      if (isPaintedSilently(document, options)) {
        content.assets.throwIfPending();
        return { pages: countPages(document.layout, input.pages), ...reported(report, input), times };
      }
      const documents = [document];
      // Painting reports diagnostics, too: links without a target, missing backgrounds.
      const { list } = this.#paint(input, {
        documents,
        options,
        gaps: writer?.gaps,
        report,
        times,
        keepsLayout: false,
      });
      content.assets.throwIfPending();
      const writing = this.#writing(documents, broken, report, times);
      if (writer && this.#written.isOpen(list, writing.faces)) {
        const prepared = writer.prepare(list, writing);
        this.#written.check(list, prepared, () => writing.time('compile', prepared.write));
      }
      return { pages: list.pages.length, ...reported(report, input), times };
    });
  }

  /**
   * @throws EngineError, AssetsPending, RangeError for options that contradict one another, and errors of `writer` other
   * than undecodable images and unusable fonts, which are dropped
   */
  render(input: ScopedInput, writer: PdfWriter): RenderedDocument {
    const times: StageTimes = {};
    return withinLimits(() =>
      this.#placed(input, () => this.#render([this.#read(input, times)], input, writer, times)),
    );
  }

  /** As `render`, with one PDF of all documents. */
  merge({ documents, pageNumbers, ...shared }: MergeInput, writer: PdfWriter): RenderedDocument {
    if (!Array.isArray(documents) || documents.length === 0)
      throw new EngineError('invalid_option', 'documents: give at least one');
    if (!['own', 'continuous', null, undefined].includes(pageNumbers))
      throw new EngineError('invalid_option', `pageNumbers: "${pageNumbers}" is neither own nor continuous`);
    const times: StageTimes = {};
    const inputs = documents.map((document): DocumentInput => ({ ...shared, ...document }));
    const input = { ...inputs[0]!, goOn: pageNumbers === 'continuous' };
    return withinLimits(() => {
      const contents = inputs.map((input) => this.#read(input, times));
      return this.#render(contents, input, writer, times);
    });
  }

  /** As `render`, of all pages, with the places of elements and diagnostics in the template. */
  preview(input: ScopedInput, writer: PdfWriter): PreviewedDocument {
    const times: StageTimes = {};
    const content = this.#readMarked(input, times);
    let boxes: readonly PageBoxes[] = [];
    const onLayout = (layout: DocumentLayout) => {
      boxes = pageBoxes(layout);
    };
    const rendered = withinLimits(() =>
      this.#placed(input, () => this.#render([content], { ...input, pages: null }, writer, times, onLayout)),
    );
    const placed = (found: readonly Diagnostic[]) => placeDiagnostics(found, input.html, content.document);
    const { diagnostics, notices, ...others } = rendered;
    return { ...others, diagnostics: placed(diagnostics), ...(notices && { notices: placed(notices) }), boxes };
  }

  /** Adds the place in the template to an error that names an element of the document. */
  #placed<T>(input: ScopedInput, run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw error instanceof BudgetExceeded ? this.#withPlace(error, input) : error;
    }
  }

  #withPlace({ limit, max, element }: BudgetExceeded, input: ScopedInput): EngineError {
    try {
      const marked = { ...input, html: markElements(input.html) };
      const { root } = this.#expansion.document(marked, (_, run) => run(), this.#deadline);
      const offset = elementOffset(root, element.serial);
      return new BudgetExceeded(limit, max, element, offset === undefined ? undefined : placeOf(input.html, offset));
    } catch {
      return new BudgetExceeded(limit, max, element); // with marks, the document is too long or late
    }
  }

  /** Marks shift columns: errors of the template are those of the template as it is. */
  #readMarked(input: ScopedInput, times: StageTimes): Content {
    try {
      return withinLimits(() => this.#read({ ...input, html: markElements(input.html) }, {}));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return this.#read(input, times);
    }
  }

  /** @param onLayout  receives the layout of the first document */
  #render(
    contents: readonly Content[],
    input: WholeInput,
    writer: PdfWriter,
    times: StageTimes,
    onLayout?: (layout: DocumentLayout) => void,
  ): RenderedDocument {
    const options = finishingOptions(input, this.#limits, (xml) => this.#expansion.text(xml, input));
    const assets = contents.map((content) => content.assets);
    return retryWithoutBroken(assets, (broken) => {
      const report = new Report();
      const { painted, writing } = this.#layOutAndPaint(contents, input, {
        options,
        gaps: writer.gaps,
        broken,
        report,
        times,
        onLayout,
      });
      const { list, claims, fields } = painted;
      for (const each of assets) each.throwIfPending();
      const { time, deadline } = writing;
      const prepared = writer.prepare(list, writing);
      const write = () => time('compile', prepared.write);
      const { diagnostics } = report;
      if (input.strict && diagnostics.length > 0) {
        // The refusal names what the writer refuses, too, as `validate` does.
        if (this.#written.isOpen(list, writing.faces)) this.#written.check(list, prepared, write);
        throw notSupported(diagnostics);
      }
      const written = write();
      const { metadata, language } = list;
      const entries = pageEntries(list);
      const finishing = () => ({ ...options, claims, metadata, language, fields, ...entries, deadline });
      const { pdf, addedPages } = needsFinishing(options, fields, entries)
        ? time('finish', () => writer.finish(written, finishing()))
        : { pdf: written, addedPages: 0 };
      deadline?.checkNow(); // nothing interrupts a writer
      const pages = list.pages.length + addedPages;
      return { pdf, pages, ...reported(report, input), times };
    });
  }

  /** Nothing refers to boxes and fragments when it returns: the collector need not visit them while a long list is written. */
  #layOutAndPaint(
    contents: readonly Content[],
    input: WholeInput,
    { broken, onLayout, ...painting }: LayoutAndPainting,
  ) {
    const { report, times } = painting;
    const documents = this.#layOutAll(contents, input.goOn ?? false, broken, report, times);
    const painted = this.#paint(input, { ...painting, documents, keepsLayout: onLayout !== undefined });
    onLayout?.(documents[0]!.layout);
    return { painted, writing: this.#writing(documents, broken, report, times) };
  }

  #writing(documents: readonly LaidOut[], broken: ReadonlySet<string>, report: Report, times: StageTimes): Writing {
    const faces = new Map(documents.flatMap((document) => [...document.faces]));
    const { shaper } = documents[0]!;
    return { scope: this.#scope, broken, report, faces, shaper, deadline: this.#deadline, time: this.#timer(times) };
  }

  /** Lays out documents one after the other; their diagnostics name them where there are several. */
  #layOutAll(
    contents: readonly Content[],
    goOn: boolean,
    broken: ReadonlySet<string>,
    report: Report,
    times: StageTimes,
  ): LaidOut[] {
    const [only] = contents;
    if (only && contents.length === 1) return [this.#layOut(only, broken, report, times)];
    const reports = contents.map(() => new Report());
    const alone = contents.map((content, index) => this.#layOut(content, broken, reports[index]!, times));
    const counts = alone.map(({ layout }) => layout.pages.length);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total > this.#limits.maxPages)
      throw new EngineError('document_too_complex', `The documents have more than ${this.#limits.maxPages} pages`);
    let before = 0;
    const documents = !goOn
      ? alone
      : contents.map((content, index) => {
          const around = { before, after: total - before - counts[index]! };
          before += counts[index]!;
          reports[index] = new Report();
          return this.#layOut(content, broken, reports[index]!, times, around);
        });
    for (const [index, each] of reports.entries()) report.addAll(each.findings, `document ${index + 1}: `);
    return documents;
  }

  /** @returns the display list, the standards that the document conforms to, and its form fields */
  #paint({ title, pages }: DocumentInput, { documents, options, gaps, report, times, keepsLayout }: Painting) {
    const { standards, attachments, protection, assembly, forms, signature } = options;
    const ranges = pageRanges(pages);
    return this.#timer(times)('paint', () => {
      const undescribed = standards.length > 0 ? new Set<ElementNode>() : undefined;
      const shared = {
        drawings: new Drawings(),
        registry: new FieldRegistry(),
        title,
        forms,
        signs: forms || signature !== undefined,
        undescribed,
        keepsLayout,
      };
      const reports = documents.map(() => new Report());
      const painted = documents.map((document, index) => this.#paintDocument(document, shared, reports[index]!));
      for (const [index, each] of reports.entries())
        report.addAll(each.findings, documents.length > 1 ? `document ${index + 1}: ` : '');
      const whole = joinLists(painted.map((one) => one.list));
      const fields = painted.flatMap((one) => one.fields);
      const chosen = ranges ? selectPages(whole, chosenPages(ranges, whole.pages.length)) : whole;
      const archival = standards.find(isArchival);
      const hasCustomColors = documents.some(({ styled }) => styled.hasColorProfiles);
      const writable =
        gaps?.customColors && hasCustomColors ? listWithoutCustomColors(chosen, reportWithoutSpace(report)) : chosen;
      const list = archival ? listInSrgb(writable, reportConversion(archival, report)) : writable;
      if (!undescribed) return { list, claims: [], fields };
      const isEncrypted = protection !== undefined;
      const lost = gaps?.lostStructure(list) ?? [];
      const imports = importsOf(assembly);
      const facts = {
        ...list,
        undescribed,
        attachments,
        isEncrypted,
        lostStructure: lost,
        fields,
        imports,
        hasCmykImages: archival !== undefined && hasCmykImages(list),
      };
      return { list, claims: conformingTo(standards, facts, report), fields };
    });
  }

  #paintDocument(
    { layout, styled, nested, resources, resolveFamilies, shaper }: LaidOut,
    { drawings, registry, title, forms, signs, undescribed, keepsLayout }: SharedPainting,
    report: Report,
  ) {
    const image: ImageLoader = (reference, context, element) => {
      const isHidden = element && (() => isVisuallyHidden(element, (each) => styled.style(each)));
      const loaded = loadImage(reference, resources, report, context, isHidden);
      reportHtmlInside(loaded, report, context);
      return loaded;
    };
    const svg = {
      styled,
      report,
      resolveFamilies,
      shaper,
      image: (url: string, context: string) => image({ url }, context),
    };
    const glyphs = (text: GlyphText) => shaper.glyphs(text);
    const faces = (style: ComputedStyle) => fieldFaces(shaper.library, style);
    const isDisabled = (element: ElementNode) => (nested.of(element) ?? styled).isDisabled(element);
    const tools = { styled: { isDisabled }, faces, glyphs, report, registry };
    const fields = forms || signs ? new FormFields({ ...tools, controls: forms, signs }) : undefined;
    const style = (element: ElementNode) => (nested.of(element) ?? styled).style(element);
    const list = paintDocument(
      layout,
      { document: styled.document, style },
      {
        metadata: metadataOf(styled.document.head, title ?? undefined),
        image,
        svgElement: svgFinder(svg, resources, this.#svgFiles),
        glyphs,
        report,
        drawings,
        fields,
        undescribed,
        isRendered: (element) => style(element).display !== 'none',
        deadline: this.#deadline,
        budgets: new Budgets(this.#limits),
        keepsLayout,
      },
    );
    return { list, fields: fields?.fields ?? [] };
  }

  #read(input: ScopedInput, times: StageTimes): Content {
    const { maxTime } = this.#limits;
    this.#scope = input.scope ?? '';
    this.#deadline = maxTime === Number.POSITIVE_INFINITY ? undefined : new Deadline(this.#clock, maxTime * 1000);
    const document = this.#expansion.document(input, this.#timer(times), this.#deadline);
    return { document, assets: new Assets(input.assets, documentBase(document)), locale: input.locale ?? undefined };
  }

  #layOut(
    { document, assets, locale }: Content,
    broken: ReadonlySet<string>,
    report: Report,
    times: StageTimes,
    around?: PagesAround,
  ): LaidOut {
    const time = this.#timer(times);
    const resources = documentImages({ assets, broken, report, limits: this.#limits, svgFiles: this.#svgFiles });
    const containers = new ContainerPasses();
    const { styleFor, mayStyleAgain, fonts, webFonts, nested } = time('css', () => {
      const options = {
        caches: this.#styles,
        scope: this.#scope,
        fontUnits: this.#fontUnits,
        loadSheet: (reference: UrlReference) => loadSheet(reference, assets),
      };
      const collected = collectRules(document, options, report);
      // Without its style sheets, the document would be another one.
      assets.throwIfPending();
      const rules = withColorProfiles(collected, assets, report);
      const opened = this.#openFonts(rules.fontFaces, assets, broken, report);
      const { fonts } = opened;
      const units = fonts === this.#fonts ? this.#fontUnits : (font: FontProperties) => fontUnits(fonts, font);
      const styleFor = (enlargement: number, report: Report) =>
        computeStyles(rules, units, report, this.#deadline, enlargement, containers.layout);
      const nested = new NestedDocuments(document.root, {
        ...options,
        deadline: this.#deadline,
        report,
        resources,
        svgFiles: this.#svgFiles,
      });
      return { styleFor, mayStyleAgain: rules.rules.dependsOnContainerSizes, nested, ...opened };
    });
    // What is reported of styles that are computed again counts no more.
    const firstReport = mayStyleAgain ? new Report() : report;
    let styled = time('css', () => styleFor(1, firstReport));
    let enlargement: number | undefined;
    const resolveFamilies = (families: readonly string[]) => svgFamilies(families, fonts);
    const shaper = this.#shaper.withLibrary(fonts);
    const deadline = this.#deadline;
    const layoutInput = (report: Report) => ({
      fonts,
      shaper,
      hyphenators: this.#hyphenators,
      report,
      counts: this.#counts,
      deadline,
      budgets: new Budgets(this.#limits),
    });
    const { maxPages } = this.#limits;
    const layout = layOutInPasses(
      document,
      {
        build: (references, report) =>
          time('box', () =>
            buildBoxTree({
              styled,
              fonts,
              report,
              resources,
              resolveFamilies,
              shaper,
              references,
              nested,
              locale,
              deadline,
              budgets: new Budgets(this.#limits),
            }),
          ),
        layOut: (root, references, report) =>
          time('layout', () =>
            layoutDocument(layoutInput(report), root, styled, {
              locale,
              resources,
              resolveFamilies,
              references,
              maxPages,
              around,
              ...(enlargement !== undefined && { enlargement }),
            }),
          ),
        enlarge: (factor) => {
          enlargement = factor;
          styled = time('css', () => styleFor(factor, new Report()));
        },
        resizeContainers: (layout, report) => {
          if (!containers.take(layout, styled, report)) return false;
          styled = time('css', () => styleFor(enlargement ?? 1, new Report()));
          return true;
        },
      },
      report,
    );
    if (mayStyleAgain || containers.layout.sizes.size > 0) styled.reportTo(report);
    return { layout, styled, nested, resources, resolveFamilies, shaper, faces: webFonts.opened };
  }

  /** The fonts of `@font-face` rules take precedence over installed ones; each is opened when text first needs it. */
  #openFonts(rules: readonly FontFaceRule[], assets: Assets, broken: ReadonlySet<string>, report: Report) {
    const webFonts = new WebFonts(rules, {
      cache: this.#webFonts,
      scope: this.#scope,
      load: (reference) => loadFont(reference, assets),
      installed: this.#fonts.faces,
      report,
      unusable: broken,
    });
    return { webFonts, fonts: rules.length > 0 ? this.#fonts.withFamilies(webFonts) : this.#fonts };
  }

  /** Adds the duration of a stage to `times`, without that of stages which run inside of it. */
  #timer(times: StageTimes) {
    return <T>(stage: Stage, run: () => T): T => {
      this.#onStage?.(stage);
      this.#deadline?.checkNow();
      const start = this.#clock();
      const others = this.#timeInside;
      this.#timeInside = 0;
      try {
        return run();
      } finally {
        const time = this.#clock() - start;
        times[stage] = (times[stage] ?? 0) + time - this.#timeInside;
        this.#timeInside = others + time;
      }
    };
  }
}

/** Whether painting a document, and writing it, can find nothing that its diagnostics would name. */
const isPaintedSilently = ({ styled, faces }: LaidOut, { standards, forms, signature }: FinishingOptions): boolean =>
  standards.length === 0 &&
  !forms &&
  signature === undefined &&
  faces.size === 0 &&
  !styled.hasColorProfiles &&
  paintsSilently(styled);

const reported = (report: Report, { notices }: Pick<DocumentInput, 'notices'>) => ({
  diagnostics: report.diagnostics,
  ...(notices && { notices: report.notices }),
});

/** @throws EngineError `invalid_option` for pages that the document does not have */
function countPages({ pages }: DocumentLayout, chosen: DocumentInput['pages']): number {
  const ranges = pageRanges(chosen);
  return ranges ? chosenPages(ranges, pages.length).length : pages.length;
}

function withColorProfiles(rules: DocumentRules, assets: Assets, report: Report): DocumentRules {
  const declared = rules.rules.colorProfiles;
  if (declared.length === 0) return rules;
  const load = (reference: UrlReference) => loadProfile(reference, assets);
  return { ...rules, colorProfiles: loadColorProfiles(declared, load, report) };
}

/** The options for a PDF; those of the document itself are those of the first one. */
interface WholeInput extends DocumentInput {
  /** Whether page numbers go on from document to document; default false. */
  readonly goOn?: boolean;
}

/** Shared by the documents of one PDF. */
interface SharedPainting {
  readonly drawings: Drawings;
  readonly registry: FieldRegistry;
  readonly title: string | null | undefined;
  readonly forms: boolean;
  readonly signs: boolean;
  readonly undescribed: Set<ElementNode> | undefined;
  readonly keepsLayout: boolean;
}

interface Painting {
  /** At least one. */
  readonly documents: readonly LaidOut[];
  readonly options: FinishingOptions;
  readonly gaps: WriterGaps | undefined;
  readonly report: Report;
  readonly times: StageTimes;
  /** Whether the layout is needed after it is painted. */
  readonly keepsLayout: boolean;
}

interface LayoutAndPainting extends Omit<Painting, 'documents' | 'keepsLayout'> {
  readonly broken: ReadonlySet<string>;
  readonly onLayout: ((layout: DocumentLayout) => void) | undefined;
}
