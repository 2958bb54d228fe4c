import t from 'tap';
import { errorOf, expand } from './helpers.js';

/** The value of an expression, with all spaces normalized. */
function value(expression: string, data: unknown = {}, locale = 'en-US', now?: number): string {
  const text = expand(`{{{${expression}}}}`, data, { locale, ...(now === undefined ? {} : { now }) });
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

const failure = (expression: string, data: unknown = {}): string => errorOf(`{{${expression}}}`, data).message;

t.test('number', async (t) => {
  t.equal(value('number 1234567.891'), '1,234,567.891');
  t.equal(value('number 1234567.891', {}, 'de-DE'), '1.234.567,891');
  t.equal(value('number 1234.5', {}, 'de-AT'), '1 234,5');
  t.equal(value('number 1234567', {}, 'hi-IN'), '12,34,567');
  t.equal(value('number 5 digits=2'), '5.00');
  t.equal(value('number 5.678 minDigits=1 maxDigits=2'), '5.68');
  t.equal(value('number 1234 grouping=false'), '1234');
  t.equal(value('number 1234 notation="compact"'), '1.2K');
  t.equal(value('number 5 sign="always"'), '+5');
  t.equal(value('number x', { x: '12.50' }), '12.5', 'text of a number');
  t.equal(value('number x'), '', 'missing');
  t.match(failure('number x', { x: [] }), /A list is not a number/);
  t.match(failure('number 5 digits=99'), /“99” is not a whole number from 0 to 20/);
  t.match(failure('number 5 notation="x"'), /notation/);
});

t.test('percent', async (t) => {
  t.equal(value('percent 0.19'), '19%');
  t.equal(value('percent 0.195 digits=1', {}, 'de'), '19,5 %');
});

t.test('currency', async (t) => {
  t.equal(value('currency 1234.5 "USD"'), '$1,234.50');
  t.equal(value('currency 1234.5 "EUR"', {}, 'de-DE'), '1.234,50 €');
  t.equal(value('currency 1234.5 "JPY"', {}, 'ja-JP'), '￥1,235');
  t.equal(value('currency x currency=c display="code"', { x: 1, c: 'CHF' }), 'CHF 1.00');
  t.equal(value('currency 5 "EUR" digits=0'), '€5');
  t.equal(value('currency x "EUR"'), '');
  t.match(failure('currency 5'), /The currency is missing/);
  t.match(failure('currency 5 "EURO"'), /EURO/);
});

t.test('plural', async (t) => {
  t.equal(value('plural 1 "# item" "# items"'), '1 item');
  t.equal(value('plural 1200 "# item" "# items"'), '1,200 items');
  t.equal(value('plural 3 one="# плод" few="# плода" many="# плодов" other="#"', {}, 'ru'), '3 плода');
  t.equal(value('plural 2 one="#st" two="#nd" few="#rd" other="#th" ordinal=true'), '2nd');
  t.match(failure('plural 2 one="#"'), /The form for “other” is missing/);
});

t.test('list', async (t) => {
  t.equal(value('list a', { a: ['x', 'y', 'z'] }), 'x, y, and z');
  t.equal(value('list a', { a: ['x', 'y', 'z'] }, 'de'), 'x, y und z');
  t.equal(value('list a type="disjunction" key="n"', { a: [{ n: 'x' }, { n: 'y' }, {}] }), 'x or y');
  t.equal(value('list a'), '');
  t.match(failure('list a', { a: 5 }), /“5” is not a list/);
});

t.test('dates', async (t) => {
  t.test('are written as the locale does', async (t) => {
    t.equal(value('date "2026-03-31"'), 'Mar 31, 2026');
    t.equal(value('date "2026-03-31" "long"', {}, 'de'), '31. März 2026');
    t.equal(value('date "2026-03-31" style="short"', {}, 'en-GB'), '31/03/2026');
    t.equal(value('date "2026-03-31" month="long" year="numeric"', {}, 'fr'), 'mars 2026');
    t.equal(value('time "2026-03-31T14:05:00Z"'), '2:05 PM');
    t.equal(value('time "2026-03-31T14:05:00Z" hour12=false'), '14:05');
    t.equal(value('datetime "2026-03-31T14:05:00Z" "short"', {}, 'de'), '31.03.26, 14:05');
  });
  t.test('without a zone stay the same in every zone', async (t) => {
    t.equal(value('date "2026-03-31" timeZone="America/New_York"'), 'Mar 31, 2026');
    t.equal(value('time "2026-03-31T14:05" timeZone="Asia/Tokyo"'), '2:05 PM');
  });
  t.test('with a zone are shown in UTC or the zone asked for', async (t) => {
    t.equal(value('datetime "2026-03-31T23:30:00-05:00"'), 'Apr 1, 2026, 4:30 AM');
    t.equal(value('datetime "2026-03-31T22:30:00Z" timeZone="Europe/Vienna"'), 'Apr 1, 2026, 12:30 AM');
    t.equal(value('date x timeZone="Asia/Tokyo"', { x: Date.UTC(2026, 0, 1, 20) }), 'Jan 2, 2026');
  });
  t.test('may be numbers, dates or several forms of ISO 8601', async (t) => {
    t.equal(value('date x', { x: 0 }), 'Jan 1, 1970');
    t.equal(value('date x', { x: new Date(0) }), 'Jan 1, 1970');
    t.equal(value('datetime "2026-03-31 14:05:06.789+0530"'), 'Mar 31, 2026, 8:35 AM');
    t.equal(value('date "0099-01-01" year="numeric"'), '99');
    t.equal(value('date x'), '');
    t.equal(value('date ""'), '');
  });
  t.test('that make no sense fail', async (t) => {
    t.match(failure('date "31.3.2026"'), /“31\.3\.2026” is not a date: write it as 2026-03-31/);
    t.match(failure('date "2026-02-30"'), /does not exist/);
    t.match(failure('date "2026-01-01T25:00"'), /does not exist/);
    t.match(failure('time "2026-01-01T10:30:75"'), /does not exist/);
    t.match(failure('date x', { x: 1e300 }), /is not a date/);
    t.match(failure('date x', { x: {} }), /An object is not a date/);
    t.match(failure('date "2026-01-01" "huge"'), /“huge” is not a style/);
    t.match(failure('time "2026-01-01T10:00Z" timeZone="Mars/Base"'), /time zone/);
  });
});

t.test('relative', async (t) => {
  const due = { due: '2026-04-14', issued: '2026-03-31' };
  t.equal(value('relative due from=issued', due), 'in 14 days');
  t.equal(value('relative issued from=due', due, 'de'), 'vor 14 Tagen');
  t.equal(value('relative due from=issued unit="weeks"', due), 'in 2 weeks');
  t.equal(value('relative "2026-04-01" from=issued', due), 'tomorrow');
  t.equal(value('relative "2026-04-01" from=issued numeric="always"', due), 'in 1 day');
  t.equal(value('relative issued', due, 'en-US', Date.UTC(2027, 2, 31)), 'last year');
  t.equal(value('relative issued', due, 'en-US', Date.UTC(2027, 2, 30)), '11 months ago');
  t.equal(value('relative "2026-05-15" from=issued', due), 'next month');
  t.equal(value('relative "2026-03-31T00:00:20Z" from=issued', due), 'in 20 seconds');
  t.equal(value('relative issued from=issued', due), 'now');
  t.equal(value('relative x from=issued', due), '');
  t.match(failure('relative issued', due), /The base time is missing: write from=/);
  t.match(failure('relative due from=issued unit="eon"', due), /is not a unit of time/);
});

t.test('comparing', async (t) => {
  t.equal(value('eq 1 1'), 'true');
  t.equal(value('eq "1" 1'), 'false', 'no guessing');
  t.equal(value('ne a b', { a: 1, b: 2 }), 'true');
  t.equal(value('lt "9" "10"'), 'true', 'texts of numbers are numbers');
  t.equal(value('lt "2026-01-31" "2026-02-01"'), 'true', 'other texts are compared as such');
  t.equal(value('gte 2 2'), 'true');
  t.equal(value('gt missing 2'), 'false');
  t.equal(value('lte missing 2'), 'false');
  t.equal(value('or a b', { a: '', b: 'x' }), 'x');
  t.equal(value('and a b', { a: [], b: 'x' }), '');
  t.equal(value('and a b', { b: 'x' }), '', 'a missing value is falsy');
  t.equal(expand('{{#and a b}}y{{else}}n{{/and}}', { a: null, b: 'x' }), 'n');
  t.equal(value('not a', { a: [] }), 'true');
  t.equal(expand('{{#eq a 1}}y{{else}}n{{/eq}}{{#and a b}}y{{else}}n{{/and}}', { a: 1 }), 'yn');
  t.equal(expand('{{#if (and (gt n 1) (not (eq n 3)))}}y{{/if}}', { n: 2 }), 'y');
});

t.test('arithmetic', async (t) => {
  t.equal(value('add 0.1 0.2'), '0.3');
  t.equal(value('sub 10 1 2'), '7');
  t.equal(value('mul 19.99 "3"'), '59.97');
  t.equal(value('div 1 8'), '0.125');
  t.equal(value('round 1.005 2'), '1.01');
  t.equal(value('round -2.5'), '-3');
  t.equal(value('round 1234 -2'), '1200');
  t.equal(value('round -0.2'), '0');
  t.equal(value('round x 2', { x: 1e21 }), '1e+21');
  t.equal(value('sum a key="p"', { a: [{ p: 1.1 }, { p: '2.2' }] }), '3.3');
  t.equal(value('sum a'), '0');
  t.equal(value('count a', { a: [1, 2] }) + value('count a', { a: { x: 1 } }) + value('count a'), '210');
  t.match(failure('add 1 x'), /A missing value is not a number/);
  t.match(failure('sum a key="q"', { a: [{ p: 1 }] }), /A missing value is not a number/);
  t.match(failure('div 1 0'), /The divisor is 0/);
  t.match(failure('mul x x', { x: 1e300 }), /not a finite number/);
  t.match(failure('count 5'), /is not a list/);
});

t.test('range', async (t) => {
  t.equal(value('join (range 3)'), '1, 2, 3');
  t.equal(value('join (range 2 4)'), '2, 3, 4');
  t.equal(value('join (range 0 1 0.1) " "'), '0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1');
  t.equal(value('join (range 3 1 -1)'), '3, 2, 1');
  t.equal(value('join (range 0)'), '');
  t.match(failure('count (range 1000000000)'), /more than 100,000 numbers/);
  t.match(failure('count (range 1 2 0)'), /The step is 0/);
});

t.test('text', async (t) => {
  t.equal(value('upper "straße"'), 'STRASSE');
  t.equal(value('upper "i"', {}, 'tr'), 'İ');
  t.equal(value('lower "ÀB"'), 'àb');
  t.equal(value('capitalize "élan vital"'), 'Élan vital');
  t.equal(value('capitalize x'), '');
  t.equal(value('truncate "hello world" 8'), 'hello w…');
  t.equal(value('truncate "hello world" 7'), 'hello…', 'no space before the ellipsis');
  t.equal(value('truncate "hello" 5'), 'hello');
  t.equal(value('truncate "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦" 2'), '👩‍👩‍👧‍👦…', 'a family is one character');
  t.equal(value('truncate "hello" 3 suffix=""'), 'hel');
  t.equal(value('truncate "hello" 1 suffix="..."'), '.');
  t.equal(value('default a "n/a"') + value('default a "n/a"', { a: 0 }), 'n/a0');
  t.equal(value('join a', { a: ['x', null, 'y'] }), 'x, y');
  t.equal(value('join a " / " key="n"', { a: [{ n: 'x' }, { n: 'y' }] }), 'x / y');
  t.equal(value('json a', { a: { b: ['<', 1] } }), '{"b":["<",1]}');
  t.equal(value('json a 2', { a: { b: 1 } }), '{\n  "b": 1\n}');
  t.equal(value('json missing'), '');
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  t.match(failure('json a', { a: circular }), /is cyclic/);
  t.match(failure('truncate "a" -1'), /not a whole number/);
});

t.test('css writes a value so that a style sheet takes it for characters only', async (t) => {
  t.equal(expand('{{css a}}', { a: 'Alder & Finch' }), 'Alder\\20 \\26 \\20 Finch');
  t.equal(expand('{{css a}}', { a: '"}</style>\n\\' }), '\\22 \\7d \\3c \\2f style\\3e \\a \\5c ');
  t.equal(expand('{{css a}}{{css b}}', { a: 'größe_1-x', b: '\0' }), 'größe_1-x\ufffd');
  t.equal(expand('{{css a}} {{css b}} {{css c}}', { a: 12.5, b: '-3.5', c: '2nd' }), '12.5 -3.5 \\32 nd');
  t.equal(expand('{{css a}} {{css b}}', { a: '-3a', b: '-' }), '-\\33 a \\2d ', 'identifiers, too');
  t.equal(expand('{{css missing}}'), '');
});

t.test('what helpers return is escaped like everything else', async (t) => {
  t.equal(expand('{{upper "<b>"}}{{join a}}{{json a}}', { a: ['<'] }), '&lt;B&gt;&lt;[&quot;&lt;&quot;]');
});
