import t from 'tap';
import { Turns } from '../../../src/service/worker/turns.js';

const never = new AbortController().signal;

/** Works that end when the test says so. */
function works(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string, party = 'one', signal = never) =>
    turns.run(party, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())));
    });
  return { begun, run, end: (name: string, error?: Error) => ends.get(name)!(error) };
}

t.test('as many work at a time as there are turns, the others follow in the order they came', async (t) => {
  const { begun, run, end } = works(new Turns(2));
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => run(name));
  t.strictSame(begun, ['a', 'b']);
  end('b');
  await b;
  t.strictSame(begun, ['a', 'b', 'c']);
  end('a');
  await a;
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  await Promise.all([c, d]);
});

t.test('parties do not wait for each other', async (t) => {
  const { begun, run, end } = works(new Turns(1));
  const all = [run('a'), run('b', 'other'), run('c')];
  t.strictSame(begun, ['a', 'b']);
  for (const name of ['b', 'a']) end(name);
  await Promise.all(all.slice(0, 2));
  end('c');
  await all[2];
});

t.test('a work that fails passes its turn on', async (t) => {
  const { begun, run, end } = works(new Turns(1));
  const [a, b] = [run('a'), run('b')];
  end('a', new Error('it fails'));
  await t.rejects(a, { message: 'it fails' });
  t.strictSame(begun, ['a', 'b']);
  end('b');
  await b;
});

t.test('one that is aborted while it waits never works, and holds up nobody', async (t) => {
  const { begun, run, end } = works(new Turns(1));
  const stop = new AbortController();
  const [a, b, c] = [run('a'), run('b', 'one', stop.signal), run('c')];
  stop.abort();
  await t.rejects(b, { name: 'ClientGone' });
  await t.rejects(run('d', 'one', stop.signal), { name: 'ClientGone' });
  end('a');
  await a;
  t.strictSame(begun, ['a', 'c']);
  end('c');
  await c;
});
