/** The service as the container runs it: another user than root, no capabilities, and nothing to write to but its data. */

import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import t from 'tap';
import { folder, serve } from '../service/support/serve.js';
import { client } from '../service/support/service.js';
import { binary } from '../support/cli.js';
import { png } from '../support/images.js';

const script = binary.command[1];
const NOBODY = 65_534;
/** Runs what follows it with all of the file system read-only, but for an empty `$0`. */
const CONFINE = `
  mount -t tmpfs -o mode=700,uid=${NOBODY},gid=${NOBODY} tmpfs "$0" &&
  for place in / /tmp /var/tmp /dev/shm; do
    if mountpoint -q "$place"; then mount -o remount,bind,ro "$place" || exit 1; fi
  done &&
  exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \
    env -u NODE_OPTIONS "$@"`; // by which the test runner has processes write files
const confined = (data: string) => ['unshare', '--mount', '--propagation=private', 'sh', '-c', CONFINE, data];

/** @returns why it cannot be tried here, if it cannot */
function obstacle(data: string): string | undefined {
  const [program, ...args] = confined(data) as [string, ...string[]];
  const tried = spawnSync(program, [...args, 'ls', dirname(script)], { encoding: 'utf8' });
  return tried.status === 0
    ? undefined
    : `needs root, mount namespaces and a folder that others may enter: ${tried.stderr}`;
}

const data = folder(t);
const skip = obstacle(data) ?? false;

t.test('platen serve writes nothing but its data folder, and needs no privileges', { skip }, async (t) => {
  const [program, ...args] = confined(data) as [string, ...string[]];
  const write = spawnSync(program, [...args, 'touch', `${data}/a`, script, '/tmp/platen-a'], {
    encoding: 'utf8',
  });
  t.equal(write.stderr.match(/Read-only file system|Permission denied/g)?.length, 2, 'the rest is closed');

  const served = await serve(t, { PLATEN_DATA_DIR: data }, confined(data));
  const key = /pk_live_\w+/.exec(served.output())?.[0];
  const send = client(served.url);
  t.equal((await send('GET', '/readyz')).status, 200);
  const { json: asset } = await send('POST', '/v1/assets?name=a', { key, body: new Uint8Array(png(2, 2)) });
  const html = `<p>{{name}}<img src="${asset.reference}">`;
  const { json: template } = await send('POST', '/v1/templates', { key, json: { name: 'a', source: html } });
  const link = await send('POST', '/v1/render', { key, json: { template_id: template.id, output: 'url' } });
  t.match(link, { status: 200, json: { pages: 1, diagnostics: [] } });
  const { pathname, search } = new URL(link.json.url);
  t.match((await send('GET', pathname + search)).bytes.toString('latin1'), /^%PDF-/);
  t.equal((await send('POST', '/v1/batches', { key, json: { html: '{{a}}', data: [{ a: 1 }] } })).status, 202);
  t.equal(await served.end(), 0);
  t.notMatch(served.output(), /EROFS|EACCES|EPERM|read-only/i);
  t.strictSame(
    served.log().filter(({ level }) => level === 'warn' || level === 'error'),
    [],
  );
});
