/** Small ICC profiles. */

type Table = readonly [name: string, data: Buffer];

/** A profile of version 4 with these tags. */
function profile(space: string, tables: readonly Table[], { deviceClass = 'prtr', connection = 'Lab ' } = {}): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x0420_0000, 8);
  header.write(deviceClass, 12, 'latin1');
  header.write(space, 16, 'latin1');
  header.write(connection, 20, 'latin1');
  header.write('acsp', 36, 'latin1');
  // The illuminant D50.
  header.writeInt32BE(0x0000_f6d6, 68);
  header.writeInt32BE(0x0001_0000, 72);
  header.writeInt32BE(0x0000_d32d, 76);
  const directory = Buffer.alloc(4 + tables.length * 12);
  directory.writeUInt32BE(tables.length);
  let offset = header.length + directory.length;
  const padded = tables.map(([name, data], index) => {
    directory.write(name, 4 + index * 12, 'latin1');
    directory.writeUInt32BE(offset, 8 + index * 12);
    directory.writeUInt32BE(data.length, 12 + index * 12);
    const whole = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    offset += whole.length;
    return whole;
  });
  header.writeUInt32BE(offset, 0);
  return Buffer.concat([header, directory, ...padded]);
}

const text = (value: string): Buffer => {
  const units = Buffer.from(value, 'utf16le').swap16();
  const head = Buffer.alloc(28);
  head.write('mluc', 0, 'latin1');
  head.writeUInt32BE(1, 8);
  head.writeUInt32BE(12, 12);
  head.write('enUS', 16, 'latin1');
  head.writeUInt32BE(units.length, 20);
  head.writeUInt32BE(28, 24);
  return Buffer.concat([head, units]);
};

const xyz = (...values: readonly number[]): Buffer => {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 0, 'latin1');
  for (const [index, value] of values.entries()) data.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
  return data;
};

const common: readonly Table[] = [
  ['desc', text('test')],
  ['cprt', text('none')],
  ['wtpt', xyz(0.9642, 1, 0.8249)],
];

/** A curve: one number is a gamma. */
export const curve = (gamma: number): Buffer => {
  const data = Buffer.alloc(14);
  data.write('curv', 0, 'latin1');
  data.writeUInt32BE(1, 8);
  data.writeUInt16BE(Math.round(gamma * 256), 12);
  return data;
};

/** A table of 8-bit numbers with two points per component; `lab` gives the color at each, 0..255. */
export function lut(components: number, lab: (corner: readonly number[]) => readonly number[], type = 'mft1'): Buffer {
  const head = Buffer.alloc(48);
  head.write(type, 0, 'latin1');
  head.set([components, 3, 2], 8);
  for (const at of [12, 28, 44]) head.writeInt32BE(65_536, at);
  const line = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const corners = Array.from({ length: 1 << components }, (_, corner) =>
    Array.from({ length: components }, (_, index) => (corner >> (components - 1 - index)) & 1),
  );
  return Buffer.concat([
    head,
    ...Array.from({ length: components }, () => line),
    Buffer.from(corners.flatMap(lab)),
    line,
    line,
    line,
  ]);
}

/** Ink darkens the paper; cyan makes it greener. */
const pressLab = ([cyan, magenta, yellow, black]: readonly number[]): number[] => {
  const lightness = 255 * (1 - Math.min(1, 0.25 * (cyan! + magenta! + yellow!) + black!));
  return [Math.round(lightness), 128 - 60 * cyan! + 60 * magenta!, 128 + 60 * yellow!];
};

/** Of a press: white without ink, black with black ink. */
export const CMYK_PROFILE = profile('CMYK', [...common, ['A2B0', lut(4, pressLab)], ['B2A0', lut(3, () => [0, 0, 0])]]);

const SRGB_TAGS: readonly Table[] = [
  ['rXYZ', xyz(0.4361, 0.2225, 0.0139)],
  ['gXYZ', xyz(0.3851, 0.7169, 0.0971)],
  ['bXYZ', xyz(0.1431, 0.0606, 0.7139)],
  ['rTRC', curve(2.2)],
  ['gTRC', curve(2.2)],
  ['bTRC', curve(2.2)],
];

/** The primaries of sRGB with a gamma of 2.2. */
export const RGB_PROFILE = profile('RGB ', [...common, ...SRGB_TAGS], { deviceClass: 'mntr', connection: 'XYZ ' });

export const GRAY_PROFILE = profile('GRAY', [...common, ['kTRC', curve(2.2)]], {
  deviceClass: 'mntr',
  connection: 'XYZ ',
});

/** A profile of a class that converts profiles into each other, which PDF does not take. */
export const LINK_PROFILE = profile('CMYK', common, { deviceClass: 'link' });

export const LAB_PROFILE = profile('Lab ', common, { deviceClass: 'spac' });

/** Without the tables that a press has. */
export const EMPTY_PROFILE = profile('CMYK', common);
