// Fails when a package of the lock file has a known vulnerability of severity high or critical. Where the registry cannot
// be asked it says so and goes on: what is known changes without a change of this project.
import { spawnSync } from 'node:child_process';

const SEVERE = ['high', 'critical'];

const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', ...limits });
const report = parsed(stdout);
if (!report?.vulnerabilities) {
  const reason = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n')[0];
  console.log(`Not audited: the registry does not tell which packages are vulnerable (${reason})`);
  process.exit(0);
}
const found = Object.values(report.vulnerabilities);
const severe = found.filter(({ severity }) => SEVERE.includes(severity));
for (const { name, severity, range, via } of severe) {
  const titles = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} (${cause.url})`));
  console.error(`${severity}: ${name} ${range}: ${titles.join('; ')}`);
}
console.log(
  `Audited: ${severe.length} packages with vulnerabilities of severity high or critical, ${found.length} with any`,
);
process.exit(severe.length > 0 ? 1 : 0);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
