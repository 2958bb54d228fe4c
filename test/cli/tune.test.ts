/** `platen tune`, by its arguments, and its search with measurements that the test gives. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Duel, type Measurement, MeasurementError, search } from '../../src/cli/tune/search.js';
import { steps, type TunedSettings, variables } from '../../src/cli/tune/settings.js';
import { loadConfig, SETTINGS } from '../../src/config.js';
import { platen } from '../support/cli.js';
import { png } from '../support/images.js';

t.test('it measures the present settings and others on the operator’s documents', async (t) => {
  const cwd = t.testdir({ 'a.html': '<img src=a.png><p>{{name}}', 'a.ndjson': '{"name": "Ada"}\n{"name": "Ben"}\n' });
  writeFileSync(join(cwd, 'a.png'), png(2, 2));
  const args = ['tune', '--template', 'a.html', '--data', 'a.ndjson', '--seconds', '1', '--json'];
  const env = { PROCESSES: '1', THREADS: '1', RENDER_YOUNG_MEMORY: '64MB' };
  const { exitCode, stdout, stderr } = await platen(args, { cwd, env });
  t.match({ exitCode, stderr }, { exitCode: 0, stderr: /^present settings: 1 × 1, / });
  const { documents, trials, untried, settings, isPresent } = JSON.parse(stdout.toString());
  t.equal(documents, 2);
  t.match(trials[0], { step: 'present settings', settings: { ...env }, rate: Number, p50: Number, memory: Number });
  t.ok(trials[0].rate > 0);
  t.ok(trials.length === 1 && untried.length > 3, 'the time is short, which it says');
  t.strictSame({ settings, isPresent }, { settings: trials[0].settings, isPresent: true });
});

t.test('a document that is refused is named', async (t) => {
  const cwd = t.testdir({ 'a.html': '<p>{{nobody "x"}}', 'a.csv': 'name\nAda\n', 'empty.ndjson': '\n' });
  const tune = (...args: string[]) => platen(['tune', '--seconds', '1', ...args], { cwd });
  t.match(await tune('--template', 'a.html', '--data', 'a.csv'), {
    exitCode: 1,
    stderr: /^platen: a\.html, record 1: /,
  });
  t.match(await tune('--data', 'a.csv'), { exitCode: 2, stderr: /--data belongs to a template/ });
  t.match(await tune('--template', 'a.html', '--data', 'none.csv'), { exitCode: 2, stderr: /no such file/ });
  t.match(await tune('--template', 'a.html', '--data', 'empty.ndjson'), { exitCode: 2, stderr: /has no records/ });
});

const PRESENT: TunedSettings = { processes: 2, threads: 1, engine: 'wasm', youngMemory: 100e6, recycle: 256e6 };

const measured = (rate: number): Measurement => ({ rate, p50: 1000 / rate, p99: 2000 / rate, memory: 1e8 });

/** Searches with a rate for each of the settings, on a clock on which a trial takes the time that it is given. */
async function tuned(rateOf: (settings: TunedSettings) => number | string, { seconds = 1000, won = 6 } = {}) {
  let clock = 0;
  const measure = async (settings: TunedSettings, time: number) => {
    clock += time;
    const rate = rateOf(settings);
    return typeof rate === 'string' ? rate : measured(rate);
  };
  const compare = async (present: TunedSettings, best: TunedSettings, time: number): Promise<Duel> => {
    clock += time;
    return {
      present: measured(Number(rateOf(present))),
      best: measured(Number(rateOf(best)) * (won > 3 ? 1 : 0.9)),
      won,
      rounds: 6,
    };
  };
  const options = { present: PRESENT, steps: steps(4, ['core', 'wasm']), seconds, now: () => clock, measure, compare };
  return { ...(await search(options)), clock };
}

t.test('each step goes on from the best so far', async (t) => {
  const { chosen, trials, untried, clock } = await tuned(
    ({ engine, processes, threads, youngMemory }) =>
      (engine === 'core' ? 50 : 5) +
      (processes * threads === 4 ? 10 : 0) +
      (processes === 1 ? 4 : 0) +
      youngMemory / 1e7,
  );
  t.strictSame(chosen, { ...PRESENT, engine: 'core', processes: 1, threads: 4, youngMemory: 200e6 });
  t.notOk(
    trials.some(({ step }) => step === 'recycling'),
    'which only WebAssembly knows',
  );
  t.strictSame(untried, []);
  t.ok(clock <= 1000);
});

t.test('the present settings stay unless others are proven faster', async (t) => {
  t.equal((await tuned(() => 10)).duel, undefined);
  t.equal((await tuned(({ processes }) => (processes === 4 ? 10.1 : 10))).chosen, PRESENT, '1 % is noise');
  const lucky = await tuned(({ engine }) => (engine === 'core' ? 12 : 10), { won: 3 });
  t.match(lucky, { chosen: PRESENT, duel: { settings: { engine: 'core' }, won: 3 } });
});

t.test('what fails is passed over; the present settings must work', async (t) => {
  const { trials, chosen } = await tuned(({ engine }) => (engine === 'core' ? 'no core' : 10));
  t.equal(trials[1]!.result, 'no core');
  t.equal(chosen, PRESENT);
  await t.rejects(
    tuned(() => 'out of memory'),
    new MeasurementError('the present settings cannot be measured: out of memory'),
  );
});

t.test('candidates that there is no time for are listed', async (t) => {
  const { trials, untried, clock } = await tuned(({ engine }) => (engine === 'core' ? 20 : 10), { seconds: 40 });
  t.ok(trials.length > 1 && untried.length > 0);
  t.ok(clock <= 42, String(clock));
});

t.test('the settings are those of the service', async (t) => {
  const names = Object.values(SETTINGS).map(({ variable }) => variable as string);
  for (const name of Object.keys(variables(PRESENT))) t.ok(names.includes(name), name);
  const config = loadConfig(variables(PRESENT), 8);
  t.match(config, { processes: 2, threads: 1, renderEngine: 'wasm', renderYoungMemory: 100e6, renderRecycle: 256e6 });
  for (const cores of [1, 2, 3, 4, 8, 64]) {
    const settings = steps(cores, ['wasm']).flatMap((step) => step.candidates({ ...PRESENT, processes: 99 }));
    t.equal(new Set(settings.map((one) => JSON.stringify(one))).size, settings.length, 'no candidate twice');
    t.ok(settings.every(({ processes, threads }) => processes === 99 || processes * threads <= 2 * cores));
  }
});
