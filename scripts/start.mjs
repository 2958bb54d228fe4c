// `npm start`: renders the example invoice, so that there is something to see. Needs a build.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['dist/src/cli.js', 'render', 'examples/invoice.html', '--data', 'examples/invoice.json', '-o', 'invoice.pdf'],
  { stdio: 'inherit' },
);
if (status === 0) console.log('Rendered examples/invoice.html with examples/invoice.json to invoice.pdf');
process.exitCode = status ?? 1;
