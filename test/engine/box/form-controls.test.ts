import t from 'tap';
import { painted, texts } from '../paint/painted.js';

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

t.test('the button of a file picker has its own style, and the plural', async (t) => {
  const shown = (style: string, attributes = '') =>
    painted(`<style>::file-selector-button { ${style} }</style><input type=file ${attributes}>`).map((line) =>
      line.trim(),
    );
  t.match(shown('background: #00f000').join(), '#00f000');
  t.match(shown('text-transform: uppercase').join(), 'CHOOSE FILE');
  t.notMatch(shown('display: none').join(), 'Choose');
  t.match(shown('color: red', 'multiple').join(), 'Choose Files');
  t.match(
    painted('<style>::-webkit-file-upload-button { background: #00f000 }</style><input type=file>').join(),
    '#00f000',
    'by its old name',
  );
});
