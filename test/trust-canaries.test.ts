/**
 * Two accounts whose requests are interleaved: no text of one is in an answer to the other, and every credit is accounted
 * for although there is three times as much to do as the queue takes. TRUST_RENDERS sets the number of requests.
 */

import { inflateSync } from 'node:zlib';
import t from 'tap';
import { creditTotals } from './service/support/credits.js';
import { onEmbeddedPostgres } from './service/support/postgres.js';
import { type Answer, type Owner, openService } from './service/support/service.js';
import { textOf } from './support/pdf.js';
import { share } from './support/sample.js';

const RENDERS = Number(process.env['TRUST_RENDERS'] ?? share(300));

const CREDITS = 1_000_000;

/** All bytes of a PDF, with its streams inflated. */
function contentOf({ bytes }: Answer): string {
  const raw = bytes.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1');
    } catch {
      return ''; // not compressed: it is in `raw`
    }
  });
  return [raw, ...streams].join('\n');
}

onEmbeddedPostgres(t, async (t, postgres) => {
  const connection = await postgres.create(t);

  t.test(`${RENDERS} interleaved renders of two accounts never cross`, async (t) => {
    const { send, account } = await openService(t, connection, {
      THREADS: '2',
      QUEUE_LIMIT: '1000',
      QUEUE_TIMEOUT: '600s',
    });
    const owners = [await account({ credits: CREDITS }), await account({ credits: CREDITS })] as const;
    const canaries = ['CANARYALPHA', 'CANARYBRAVO'];
    const templates = await Promise.all(
      owners.map(async ({ key }, index) => {
        const json = {
          name: 'letter',
          source: `<p>${canaries[index]} {{n}}{{#if broken}}{{date n style="x"}}{{/if}}</p>`,
        };
        return (await send('POST', '/v1/templates', { key, json })).json.id as string;
      }),
    );
    const crossed: string[] = [];
    const one = async (number: number) => {
      const who = number % 2;
      const [own, other] = [canaries[who]!, canaries[1 - who]!];
      const json = {
        template_id: templates[who],
        data: { n: number, text: own, broken: number % 10 >= 8 },
        title: own,
      };
      const answer = await send('POST', '/v1/render', { key: owners[who]!.key, json });
      const content = answer.json ? JSON.stringify(answer.json) : `${contentOf(answer)} ${await textOf(answer.bytes)}`;
      const isOwn = answer.json ? answer.status === 422 : content.includes(`${own} ${number}`);
      if (content.includes(other) || !isOwn) crossed.push(`${number}: ${answer.status}`);
    };
    const numbers = Array.from({ length: RENDERS }, (_, number) => number);
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) await one(number);
      }),
    );
    t.strictSame(crossed, []);
    const foreign = await send('POST', '/v1/render', { key: owners[0].key, json: { template_id: templates[1] } });
    t.match(foreign, { status: 422, json: { error: { code: 'template_not_found' } } });
    t.notMatch(JSON.stringify(foreign.json), canaries[1]!);
  });

  t.test('at several times its capacity it answers 200, 429 or 503, and charges what it delivered', async (t) => {
    const { send, account } = await openService(t, connection, { THREADS: '1', QUEUE_LIMIT: '4' });
    const owners = [
      await account({ credits: CREDITS, plan: 'free' }),
      await account({ credits: CREDITS }),
      await account({ credits: CREDITS }),
    ];
    const answers = new Map<Owner, Answer[]>(owners.map((owner) => [owner, []]));
    const json = { html: '<p>{{n}}<table><tr><td>{{n}}</table>', data: { n: 1 } };
    await Promise.all(
      owners.flatMap((owner) =>
        Array.from({ length: 8 }, async () => {
          for (let round = 0; round < 15; round += 1)
            answers.get(owner)!.push(await send('POST', '/v1/render', { key: owner.key, json }));
        }),
      ),
    );
    const all = [...answers.values()].flat();
    t.strictSame([...new Set(all.map(({ status }) => status))].sort(), [200, 429, 503]);
    const refused = all.filter(({ status }) => status !== 200);
    t.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
    for (const [{ id }, own] of answers) {
      const delivered = own.filter(({ status }) => status === 200).length;
      t.ok(delivered > 0, 'every account gets its turn');
      t.match(await creditTotals(connection, id), { credits: CREDITS - delivered, reserved: 0, difference: 0 });
    }
    t.equal((await send('POST', '/v1/render', { key: owners[1]!.key, json })).status, 200, 'and then goes on');
  });
});
