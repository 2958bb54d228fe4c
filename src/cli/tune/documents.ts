/** The documents that `platen tune` renders: an operator's templates with their data. */

import { createReadStream, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { EngineError } from '../../engine/errors.js';
import { RecordsError } from '../../records/record.js';
import { readRecords } from '../../records/records.js';
import type { Renderer } from '../../renderer.js';
import { readData, readDecoded } from '../arguments.js';
import { folderAssets } from '../assets.js';
import { decodeHtml } from '../decode.js';
import { OperatorError, UsageError } from '../outcome.js';
import { formatByExtension } from '../record-format.js';
import type { TuneDocument } from './messages.js';
import { SAMPLE_TEMPLATE, sampleData } from './sample.js';

/** Records of one file that are rendered. */
export const MAX_RECORDS = 100;
const SAMPLES = 40;
/** Characters of one record. */
const MAX_RECORD = 64 * 1024 * 1024;

export interface Sources {
  /** Paths. */
  readonly templates: readonly string[];
  /** Paths, by the index of their template. */
  readonly data: readonly string[];
  readonly partials: Readonly<Record<string, string>>;
  readonly locale: string;
}

/**
 * Reads the documents and lays out each once, which finds the files that they use.
 * @throws UsageError, OperatorError when a document is refused
 */
export async function readDocuments(sources: Sources, renderer: Renderer, stdin: Readable): Promise<TuneDocument[]> {
  const { templates, data, partials, locale } = sources;
  if (templates.length === 0) return sampleDocuments();
  const documents: TuneDocument[] = [];
  for (const [index, file] of templates.entries()) {
    const html = await readDecoded(file, 'the template', decodeHtml, stdin);
    const lookup = folderAssets(dirname(resolve(file)));
    for (const [record, json] of (await readValues(data[index], stdin)).entries()) {
      const assets = new Map<string, Uint8Array>();
      try {
        await renderer.validate({
          html,
          data: JSON.parse(json),
          partials,
          locale,
          assets: (url) => {
            const answer = lookup(url);
            if (answer instanceof Uint8Array) assets.set(url.toLowerCase(), answer);
            return answer;
          },
        });
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        throw new OperatorError(`${file}, record ${record + 1}: ${error.message}`, { cause: error });
      }
      documents.push({ html, partials, json, assets });
    }
  }
  return documents;
}

function sampleDocuments(): TuneDocument[] {
  return Array.from({ length: SAMPLES }, (_, index) => ({
    html: SAMPLE_TEMPLATE,
    partials: {},
    json: JSON.stringify(sampleData(index + 1)),
    assets: new Map(),
  }));
}

/** The values of a template, as JSON: one object, or the first records of a file. */
async function readValues(file: string | undefined, stdin: Readable): Promise<string[]> {
  if (file === undefined) return ['{}'];
  const format = formatByExtension(file);
  if (!format) return [JSON.stringify(await readData(file, stdin))];
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`cannot read the data ${file}: there is no such file`);
  const values: string[] = [];
  try {
    for await (const record of readRecords(createReadStream(file), { format, maxLength: MAX_RECORD })) {
      if (!('json' in record)) throw new UsageError(`${file}: the record on line ${record.line} ${record.fault}`);
      if (values.push(record.json) === MAX_RECORDS) break;
    }
  } catch (error) {
    if (error instanceof RecordsError) throw new UsageError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
  if (values.length === 0) throw new UsageError(`${file} has no records`);
  return values;
}
