import t from 'tap';
import { Destinations } from '../../../src/service/webhooks/destinations.js';

const HOSTS = ['hooks.example.com', '*.example.org', 'internal.example:8443', '127.0.0.1'];
const strict = new Destinations({ hosts: HOSTS, isPrivateAllowed: false });
const lax = new Destinations({ hosts: HOSTS, isPrivateAllowed: true });

t.test('a callback may go to a host of the list, at its port', async (t) => {
  for (const url of [
    'https://hooks.example.com/pdf?a=b',
    'https://HOOKS.example.com:443',
    'https://a.b.example.org/',
    'https://internal.example:8443/x',
  ]) {
    t.equal(strict.problemOf(url), undefined, url);
  }
  for (const url of [
    'https://example.com/',
    'https://hooks.example.com.evil.test/',
    'https://evilexample.org/',
    'https://example.org/',
    'https://hooks.example.com:8443/',
    'https://internal.example/',
    'https://2130706434/',
  ]) {
    t.match(strict.problemOf(url), /WEBHOOK_HOSTS/, url);
  }
});

t.test('a callback is an https URL without credentials', async (t) => {
  t.match(strict.problemOf('hooks.example.com'), /must be a URL/);
  t.match(strict.problemOf('http://hooks.example.com/'), /https/);
  t.match(lax.problemOf('ftp://hooks.example.com/'), /https/);
  t.equal(lax.problemOf('http://hooks.example.com/'), undefined);
  t.match(strict.problemOf('https://me:secret@hooks.example.com/'), /password/);
  t.match(strict.problemOf(`https://hooks.example.com/${'a'.repeat(2000)}`), /2000 characters/);
});

t.test('without a list there are no webhooks', async (t) => {
  const none = new Destinations({ hosts: undefined, isPrivateAllowed: true });
  t.match(none.problemOf('https://hooks.example.com/'), /sends no webhooks/);
  t.throws(() => none.check('https://hooks.example.com/'), { code: 'invalid_request', message: /^callback_url: / });
});

t.test('addresses of no public network are refused, however they are written', async (t) => {
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    new URL('http://0x7f.1/').hostname,
    'localhost',
  ]) {
    await t.rejects(strict.resolve(host), /private address/, host);
    if (host !== 'localhost') t.ok(await lax.resolve(host), `${host}, where the operator allows it`);
  }
  t.strictSame(await strict.resolve('1.1.1.1'), [{ address: '1.1.1.1', family: 4 }]);
  t.strictSame(await strict.resolve('[2606:4700::1111]'), [{ address: '2606:4700::1111', family: 6 }]);
});
