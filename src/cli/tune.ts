/** `platen tune` */

import { loadavg } from 'node:os';
import { coreAddonPath } from '../../native/core-addon.js';
import type { Config } from '../config.js';
import { usableCores } from '../cores.js';
import type { PdfBackend } from '../engine/document.js';
import { createRenderer } from '../renderer.js';
import { poolOptions } from '../server/pool-options.js';
import { resolveBackend } from '../writers/writer.js';
import { parseOptionsOnly, wholeNumber } from './options.js';
import { CLI_EXIT, OperatorError, UsageError } from './outcome.js';
import { readPartials } from './partials.js';
import { ReadFiles } from './read-files.js';
import { checkedConfig } from './serve.js';
import type { Streams } from './streams.js';
import { MAX_RECORDS, readDocuments } from './tune/documents.js';
import { describe, toJson, trialLine } from './tune/report.js';
import { MeasurementError, search } from './tune/search.js';
import { steps, type TunedSettings } from './tune/settings.js';
import { Trials } from './tune/trials.js';

const OPTIONS = {
  template: { type: 'string', multiple: true },
  data: { type: 'string', multiple: true },
  partials: { type: 'string' },
  locale: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const DEFAULT_SECONDS = 180;
const MAX_SECONDS = 86_400;
/** Documents in flight for each processor. */
const IN_FLIGHT = 2;

export const tuneCommand = {
  help: `Usage: platen tune [--template FILE --data FILE]... [OPTIONS]

Renders your documents with other settings of the service than those of the environment: processes and threads, engine,
memory. Prints what each reaches, and the environment variables of the fastest. The present settings run in turns with
the fastest others at the end, and are replaced only by faster ones.

  --template FILE   a template; may be given several times (default: invoices of 5 to 40 rows)
  --data FILE       values of the template before: a JSON object, or NDJSON or CSV, whose first ${MAX_RECORDS} records are
                    rendered in turn
  --partials DIR    templates for {{> name}}, each by the name of its file
  --locale TAG      BCP 47 language tag for numbers and dates (default en-US)
  --seconds N       how long it may take, about (default ${DEFAULT_SECONDS})
  --json            print the trials and the settings as JSON

The machine should do nothing else meanwhile.
`,
  async run(args: readonly string[], { stdin, stdout, stderr }: Streams): Promise<number> {
    const values = parseOptionsOnly('tune', args, OPTIONS);
    const { template = [], data = [], locale = 'en-US', json = false } = values;
    if (data.length > template.length)
      throw new UsageError('--data belongs to a template: give one --template for each');
    const seconds = wholeNumber('seconds', values.seconds, DEFAULT_SECONDS, MAX_SECONDS);
    const partials = values.partials === undefined ? {} : readPartials(values.partials, new ReadFiles());
    const config = checkedConfig();
    const pool = poolOptions(config);
    const renderer = createRenderer({ fontFolders: pool.fontFolders, limits: { ...pool.limits, maxTime: 60 } });
    const documents = await readDocuments({ templates: template, data, partials, locale }, renderer, stdin);
    await renderer.close();
    const cores = usableCores();
    const inFlight = Math.max(cores * IN_FLIGHT, config.processes * config.threads);
    const conditions = { cores, load: loadavg()[0]!, documents: documents.length, inFlight, seconds };
    const trials = new Trials({ pool, locale, documents, inFlight });
    const present = presentSettings(config);
    try {
      const tuning = await search({
        present,
        steps: steps(cores, engines()),
        seconds,
        now: () => performance.now() / 1000,
        measure: trials.measure,
        compare: trials.compare,
        onTrial: (trial) => stderr.write(trialLine(trial)),
      });
      stdout.write(
        json
          ? `${JSON.stringify(toJson(tuning, conditions, present), undefined, 2)}\n`
          : `\n${describe(tuning, conditions, present)}`,
      );
      return CLI_EXIT.done;
    } catch (error) {
      throw error instanceof MeasurementError ? new OperatorError(error.message, { cause: error }) : error;
    } finally {
      await trials.close();
    }
  },
};

/** Those that may be the fastest. */
function engines(): PdfBackend[] {
  return coreAddonPath() === undefined ? ['wasm'] : ['core', 'wasm'];
}

function presentSettings(config: Config): TunedSettings {
  const { processes, threads, renderEngine, renderYoungMemory, renderMemory, renderRecycle } = config;
  return {
    processes,
    threads,
    engine: resolveBackend(renderEngine),
    youngMemory: renderYoungMemory,
    recycle: renderRecycle ?? renderMemory / 2,
  };
}
