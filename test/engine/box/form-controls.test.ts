import t from 'tap';
import { texts } from '../paint/painted.js';

t.test('text-transform applies to values, placeholders, options and labels', async (t) => {
  const upper = 'style="text-transform:uppercase"';
  const shown = (control: string) => texts(control).join(' ');
  t.equal(shown(`<input value="a value" ${upper}>`), 'A VALUE');
  t.equal(shown(`<input placeholder="a text" style="text-transform:capitalize">`), 'A Text');
  t.equal(shown(`<textarea ${upper}>a text</textarea>`), 'A TEXT');
  t.equal(shown(`<select ${upper}><option>one</select>`), 'ONE');
  t.equal(shown(`<input type=submit value=send ${upper}>`), 'SEND');
  t.equal(
    shown('<div style="text-transform:uppercase"><input value=text></div>'),
    'text',
    'controls do not inherit it',
  );
});
