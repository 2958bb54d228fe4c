/** Templates saved in accounts. Results have the fields of the HTTP contract. */

import type { PdfStandard } from '../../engine/document.js';
import { ServiceError } from '../errors.js';
import { isId, newId } from '../ids.js';
import { canonicalLocale } from '../locale.js';
import { type SavedOptions, savedOptionsOf } from '../saved-options.js';
import { checkedStandards } from '../standard.js';
import type { Database } from '../storage/database.js';
import { checkText } from '../storage/text.js';
import { collectPartials, PARTIAL_LIMITS } from './partials.js';
import { assetUses } from './statements/asset-uses.js';
import type { SummaryRow, TemplateRow } from './statements/columns.js';
import { deleteTemplate } from './statements/delete-template.js';
import type { DraftRow, DraftSummaryRow } from './statements/draft-columns.js';
import { findDraft } from './statements/find-draft.js';
import { findTemplate } from './statements/find-template.js';
import { insertDraft } from './statements/insert-draft.js';
import { insertTemplate } from './statements/insert-template.js';
import { listDrafts } from './statements/list-drafts.js';
import { listTemplates } from './statements/list-templates.js';
import { listVersions, type VersionRow } from './statements/list-versions.js';
import { lockTemplate } from './statements/lock-template.js';
import { partialsNamed } from './statements/partials-named.js';
import { publishDraft } from './statements/publish-draft.js';
import { templateNames } from './statements/template-names.js';
import { updateTemplate } from './statements/update-template.js';

/** `locale` is the template's own, else its account's. */
export type TemplateView = TemplateRow;
export type TemplateSummary = SummaryRow;
/** The newest version of a template, and the number of the published one. */
export type Draft = DraftRow;
export type DraftSummary = DraftSummaryRow;
/** `locale` is the version's own. */
type TemplateVersion = VersionRow;

export interface TemplateInput {
  readonly name: string;
  /** Must compile: the caller checks it. */
  readonly source: string;
  readonly locale?: string | null;
  readonly sample_data?: Readonly<Record<string, unknown>> | null;
  readonly standard?: readonly PdfStandard[] | null;
  /** Replaces all options. Their files must exist: the caller checks it. */
  readonly options?: SavedOptions | null;
}

/** Fields that are absent or null stay unchanged. */
export type TemplatePatch = { readonly [Field in keyof TemplateInput]?: TemplateInput[Field] | null };

const MAX_LISTED = 10_000;

export class Templates {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest first, at most 10,000. */
  list(accountId: string): Promise<TemplateSummary[]> {
    return this.#database.rows(listTemplates, accountId, MAX_LISTED);
  }

  /** @throws ServiceError `invalid_locale`, `invalid_request` */
  async create(accountId: string, input: TemplateInput): Promise<TemplateView> {
    const { name, source, locale, sample_data, standard, options } = checked(input);
    const sample = sample_data ?? '{}';
    const fields = [name!, source!, locale, sample, standard, options] as const;
    return (await this.#database.row(insertTemplate, newId(), accountId, ...fields))!;
  }

  async get(accountId: string, id: string): Promise<TemplateView | undefined> {
    return isId(id) ? this.#database.row(findTemplate, id, accountId) : undefined;
  }

  /**
   * Changes the given fields. A new version is made unless nothing changes.
   * @param check  throws when the template, which nobody else changes meanwhile, must stay as it is
   * @throws ServiceError `invalid_locale`, `invalid_request`
   */
  async patch(
    accountId: string,
    id: string,
    patch: TemplatePatch,
    check: (template: TemplateView) => void = () => undefined,
  ): Promise<TemplateView | undefined> {
    const { name, source, locale, sample_data, standard, options } = checked(patch);
    if (!isId(id)) return undefined;
    return this.#database.transaction(async (queries) => {
      await queries.row(lockTemplate, id, accountId);
      const template = await queries.row(findTemplate, id, accountId);
      if (!template) return undefined;
      check(template);
      const fields = [name, source, locale, sample_data, standard, options] as const;
      return (await queries.row(updateTemplate, id, accountId, ...fields)) ?? template;
    });
  }

  /** The newest version of each template, published or draft; newest template first, at most 10,000. */
  drafts(accountId: string): Promise<DraftSummary[]> {
    return this.#database.rows(listDrafts, accountId, MAX_LISTED);
  }

  /** The newest version, published or draft. */
  async draft(accountId: string, id: string): Promise<Draft | undefined> {
    return isId(id) ? this.#database.row(findDraft, id, accountId) : undefined;
  }

  /**
   * Changes the given fields of the newest version, in a new one: a draft, which programs do not render until it is
   * published. None is made when nothing changes.
   * @param base  the version that the changes began from, when they must not follow a later one
   * @throws ServiceError `invalid_locale`, `invalid_request`, `version_conflict`
   */
  async saveDraft(accountId: string, id: string, patch: TemplatePatch, base?: number): Promise<Draft | undefined> {
    const { name, source, locale, sample_data, standard, options } = checked(patch);
    if (!isId(id)) return undefined;
    await this.#database.transaction(async (queries) => {
      const locked = await queries.row(lockTemplate, id, accountId);
      if (locked && base !== undefined && locked.latest !== base) throw new ServiceError('version_conflict');
      await queries.count(insertDraft, id, accountId, name, source, locale, sample_data, standard, options);
    });
    return this.draft(accountId, id);
  }

  /**
   * Programs render the draft from now on.
   * @throws ServiceError `invalid_request` when there is a newer version than `version`
   */
  async publish(accountId: string, id: string, version: number): Promise<Draft | undefined> {
    const changed = isId(id) ? await this.#database.count(publishDraft, id, accountId, version) : 0;
    const draft = await this.draft(accountId, id);
    if (!draft || changed > 0) return draft;
    const message = `version ${version} is not the newest, which is ${draft.version}: look at that one first`;
    throw new ServiceError('invalid_request', message);
  }

  /**
   * @param check  throws when the template, which nobody else changes meanwhile, must stay
   * @returns whether there was one
   */
  async remove(
    accountId: string,
    id: string,
    check: (template: TemplateView) => void = () => undefined,
  ): Promise<boolean> {
    if (!isId(id)) return false;
    return this.#database.transaction(async (queries) => {
      await queries.row(lockTemplate, id, accountId);
      const template = await queries.row(findTemplate, id, accountId);
      if (template) check(template);
      return template !== undefined && (await queries.count(deleteTemplate, id, accountId)) > 0;
    });
  }

  /** Which images the account's templates refer to. */
  assetUses(accountId: string): Promise<{ id: string; name: string }[]> {
    return this.#database.rows(assetUses, accountId);
  }

  /** Every version, newest first. */
  async versions(accountId: string, id: string): Promise<TemplateVersion[]> {
    return isId(id) ? this.#database.rows(listVersions, id, accountId, MAX_LISTED) : [];
  }

  /**
   * The account's templates that a template uses as partials, by name; of several with one name the newest.
   * @throws ServiceError `document_too_complex`
   */
  partialsOf(accountId: string, source: string): Promise<Record<string, string>> {
    return collectPartials(
      source,
      async (names) => {
        const rows = await this.#database.rows(partialsNamed, accountId, names);
        return new Map(rows.map(({ name, source: text }) => [name, text]));
      },
      async () => {
        const rows = await this.#database.rows(templateNames, accountId, PARTIAL_LIMITS.count + 1);
        return rows.map(({ name }) => name);
      },
    );
  }
}

/** The fields as parameters of the statements: null where absent. */
function checked({ name, source, locale, sample_data, standard, options }: TemplatePatch) {
  checkText('name', name ?? '');
  checkText('source', source ?? '');
  return {
    name: name ?? null,
    source: source ?? null,
    locale: typeof locale === 'string' ? canonicalLocale(locale) : null,
    sample_data: sample_data ? JSON.stringify(sample_data) : null,
    standard: standard ? checkedStandards(standard) : null,
    options: options ? JSON.stringify(savedOptionsOf(options)) : null,
  };
}
