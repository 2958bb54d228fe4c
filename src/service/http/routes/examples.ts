/** Examples of the OpenAPI document. */

import type { PdfStandard } from '../../../engine/document.js';
import type { SavedOptions } from '../../saved-options.js';

export const DIAGNOSTIC = {
  kind: 'UnsupportedProperty',
  text: 'backdrop-filter: blur(4px)',
  context: '<style> 1, line 12, column 3',
  count: 1,
};

export const ID = '01935a2b-7c1e-7f3a-9d4e-2b6c8a1f0e37';
export const OTHER_ID = '01935a2b-91d0-7b52-8f6a-5c3e9d7a1b24';

export const TEMPLATE = {
  id: ID,
  name: 'invoice',
  source: '<h1>Invoice {{number}}</h1><p>{{currency total "EUR"}}</p>',
  locale: 'en-US',
  sample_data: { number: '2024-001', total: 1290.5 },
  standard: ['pdf/a-3a'] satisfies PdfStandard[],
  options: { forms: true } satisfies SavedOptions,
  version: 3,
  created_at: 1732147200,
  updated_at: 1732150800,
};

export const TEMPLATE_SUMMARY = {
  id: ID,
  name: 'invoice',
  locale: 'en-US',
  version: 3,
  created_at: 1732147200,
  updated_at: 1732150800,
};

export const ASSET = {
  id: OTHER_ID,
  name: 'logo.png',
  content_type: 'image/png',
  size: 4821,
  reference: `asset:${OTHER_ID}`,
  created_at: 1732147200,
};

export const RENDER_LINK = {
  id: OTHER_ID,
  url: `https://pdf.example.com/v1/files/${OTHER_ID}?exp=1732233600&sig=R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM`,
  expires_at: 1732233600,
  pages: 2,
  bytes: 48213,
  credits_remaining: 1999,
  diagnostics: [DIAGNOSTIC],
};

export const DOCUMENTS = {
  'inline HTML': { html: '<h1>Hello {{name}}</h1>', data: { name: 'Ada' } },
  'a saved template': {
    template_id: ID,
    data: { number: '2024-001', total: 1290.5 },
    locale: 'de-DE',
    strict: true,
    title: 'Invoice 2024-001',
    standard: ['pdf/a-2a', 'pdf/ua-1'] satisfies PdfStandard[],
  },
};

export const ME = {
  email: 'ada@example.com',
  plan: 'starter',
  credits: 1999,
  period_end: 1734739200,
  locale: 'en-US',
};

export const WEBHOOK_SECRET = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwfKQ9r8GKYqo=' };

export const BATCH_SUMMARY = {
  id: ID,
  status: 'done',
  output: 'files',
  total: 1200,
  succeeded: 1199,
  failed: 1,
  cancelled: 0,
  pages: 1843,
  bytes: 31948127,
  rate: 214.3,
  template_id: null,
  template_version: null,
  created_at: 1732147200,
  started_at: 1732147200,
  finished_at: 1732147206,
  expires_at: 1732233606,
} as const;

const SIGNED = '?exp=1732233606&sig=R7fPsQ2mXb0yTn4kLw9aJc6dVe1gHu3oZi8sYx5rBqM';

export const BATCH = {
  ...BATCH_SUMMARY,
  links: {
    manifest: `https://pdf.example.com/v1/batches/${ID}/manifest${SIGNED}`,
    archive: `https://pdf.example.com/v1/batches/${ID}/archive${SIGNED}`,
    pdf: null,
  },
  callback: { url: 'https://hooks.example.com/pdf', status: 'delivered', attempts: 1, error: null },
  errors: [{ record: 17, code: 'template_failed', message: 'currency: "n/a" is no number (line 1, column 31)' }],
};
