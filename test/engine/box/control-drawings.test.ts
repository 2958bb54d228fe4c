import t from 'tap';
import { checkbox, radioButton } from '../../../src/engine/box/control-drawings.js';

const STATE = { isChecked: true, isDisabled: false };

t.test('the line of a check box is as thick in all sizes, its tick grows', async (t) => {
  const large = checkbox({ ...STATE, side: 30 });
  t.match(large, '<rect x=".5" y=".5" width="29" height="29" rx="2"');
  t.match(large, '<path d="M6 15 12 21 24 6" fill="none" stroke="#fff" stroke-width="4.8"/>');
  t.match(
    checkbox({ ...STATE, side: 13 }),
    'd="M2.6 6.5 5.2 9.1 10.4 2.6" fill="none" stroke="#fff" stroke-width="2.08"',
  );
});

t.test('so does the dot of a radio button', async (t) => {
  const large = radioButton({ ...STATE, side: 30 });
  t.match(large, '<circle cx="15" cy="15" r="14.5"');
  t.match(large, '<circle cx="15" cy="15" r="9"');
});
