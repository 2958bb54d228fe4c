/** `.ci/audit.mjs` with the reports of npm 10. */

import { spawnSync } from 'node:child_process';
import t, { type Test } from 'tap';

/** @param report  of `npm audit --json` */
function audit(t: Test, report: object) {
  const folder = t.testdir({ npm: `#!/bin/sh\ncat <<'END'\n${JSON.stringify(report)}\nEND\nexit 1\n` });
  spawnSync('chmod', ['+x', `${folder}/npm`]);
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/audit.mjs'], { encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

const vulnerable = (severity: string) => {
  const cause = { source: 1, name: 'pino', dependency: 'pino', title: 'Bad', url: 'https://example.com/1', range: '*' };
  const found = { name: 'pino', severity, isDirect: true, via: [cause], effects: [], range: '*', nodes: [] };
  return { auditReportVersion: 2, vulnerabilities: { pino: found } };
};

t.test('a vulnerability of severity high or critical fails', async (t) => {
  for (const severity of ['high', 'critical']) {
    const { status, output } = audit(t, vulnerable(severity));
    t.equal(status, 1);
    t.match(output, `${severity}: pino *: Bad (https://example.com/1)\n`);
  }
});

t.test('none, and one of severity moderate, do not', async (t) => {
  t.equal(audit(t, { auditReportVersion: 2, vulnerabilities: {} }).status, 0);
  const { status, output } = audit(t, vulnerable('moderate'));
  t.equal(status, 0);
  t.match(output, 'Audited: 0 packages with vulnerabilities of severity high or critical, 1 with any\n');
});

t.test('a registry that cannot be asked is told, and fails nothing', async (t) => {
  const { status, output } = audit(t, { message: '405 Method Not Allowed', error: { summary: '', detail: '' } });
  t.equal(status, 0);
  t.match(output, /^Not audited: .*405 Method Not Allowed/);
});
