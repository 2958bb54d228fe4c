/** `platen sign` */

import { sign } from '../renderer.js';
import { readBytes, readDecoded, readPassword } from './arguments.js';
import { parseOptions } from './options.js';
import { CLI_EXIT, UsageError } from './outcome.js';
import type { Streams } from './streams.js';
import { authorityAt } from './timestamp.js';
import { writeOutput } from './write-output.js';

const OPTIONS = {
  key: { type: 'string' },
  'password-file': { type: 'string' },
  'pdf-password-file': { type: 'string' },
  field: { type: 'string' },
  reason: { type: 'string' },
  location: { type: 'string' },
  contact: { type: 'string' },
  timestamp: { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const;

export const signCommand = {
  help: `Usage: platen sign FILE.pdf --key FILE.p12 -o OUT.pdf [OPTIONS]

Signs a PDF of any program. Its bytes stay as they are, so that signatures that it has stay valid; - reads standard input.

  -o, --output OUT.pdf  where to write; - is standard output; may be FILE.pdf itself
  --key FILE.p12        the key to sign with, and its certificates
  --password-file FILE  the password of FILE.p12 (default: it has none)
  --pdf-password-file FILE  the password of an encrypted FILE.pdf
  --field NAME          the signature field (default: the first that is not signed, or else an invisible one)
  --reason TEXT, --location TEXT, --contact TEXT  shown by viewers
  --timestamp URL       a time stamp authority (RFC 3161), which gets a hash of the signature
`,
  async run(args: readonly string[], { stdin, stdout }: Streams): Promise<number> {
    const { values, positionals } = parseOptions('sign', args, OPTIONS);
    const [file, ...more] = positionals;
    if (!file) throw new UsageError('name the PDF to sign, or - for standard input');
    if (more.length > 0) throw new UsageError(`only one PDF at a time; unexpected argument "${more[0]}"`);
    const { key, output, field = null, reason = null, location = null, contact = null } = values;
    if (key === undefined) throw new UsageError('--key names the PKCS#12 file (.p12, .pfx) to sign with');
    if (output === undefined) throw new UsageError('--output names the file to write, or - for standard output');
    const timestamp = values.timestamp === undefined ? null : authorityAt(values.timestamp, 'timestamp');
    const passwordIn = async (name: string | undefined) => (name === undefined ? null : readPassword(name, stdin));
    const pdf = await readDecoded(file, 'the PDF', (bytes) => bytes, stdin);
    const signed = await sign(pdf, {
      pkcs12: readBytes(key, 'the key'),
      password: await passwordIn(values['password-file']),
      pdfPassword: await passwordIn(values['pdf-password-file']),
      ...{ field, reason, location, contact, timestamp },
    });
    await writeOutput(output, signed, stdout);
    return CLI_EXIT.done;
  },
};
