/** The documents that the benchmark renders, by name. */

import { article } from './article.js';
import { dashboard } from './dashboard.js';
import { invoice } from './invoice.js';
import { labels } from './labels.js';
import { letter, mailMerge } from './letter.js';
import { report } from './report.js';

export interface BenchDocument {
  readonly title: string;
  /** HTML, different for every seed, so that caches of whole documents have no effect. */
  readonly html: (seed: number) => string;
  /** Share of the requested runs: long documents need fewer. */
  readonly share: number;
  /** Engines that take minutes for it. */
  readonly without?: readonly string[];
}

export const DOCUMENTS: Readonly<Record<string, BenchDocument>> = {
  'invoice-20': { title: 'Invoice, 20 rows', html: (seed) => invoice(20, seed), share: 1 },
  'invoice-200': { title: 'Invoice, 200 rows', html: (seed) => invoice(200, seed), share: 0.3 },
  'invoice-2000': {
    title: 'Invoice, 2,000 rows',
    html: (seed) => invoice(2000, seed),
    share: 0.1,
    without: ['weasyprint'],
  },
  letter: { title: 'Letter, one page', html: letter, share: 1 },
  report: { title: 'Report with pictures, 30 pages', html: report, share: 0.2 },
  dashboard: { title: 'Dashboard in a grid', html: dashboard, share: 0.5 },
  article: { title: 'Japanese article in columns', html: article, share: 0.3 },
  labels: { title: 'Address labels, 4 sheets', html: labels, share: 0.5 },
  'mail-merge': {
    title: 'Mail merge, 500 recipients in one file',
    html: (seed) => mailMerge(500, seed),
    share: 0.05,
    without: ['weasyprint'],
  },
  'invoice-20000': {
    title: 'Invoice, 20,000 rows',
    html: (seed) => invoice(20_000, seed),
    share: 0.03,
    without: ['weasyprint', 'turbo-html2pdf', 'forme', 'chromium-new-page'],
  },
};
