import { availableParallelism } from 'node:os';
import t from 'tap';
import { quota, usableCores } from '../src/cores.js';

const files = (table: Record<string, string>) => (file: string) => table[file];

t.test('a container with a share of the processors is told by its control group', async (t) => {
  t.equal(quota(files({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '250000 100000\n' })), 2.5);
  t.equal(quota(files({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' })), Infinity);
  t.equal(quota(files({})), Infinity);
});

t.test('the smallest quota of all groups above counts', async (t) => {
  const table = {
    '/proc/self/cgroup': '1:name=x:/y\n0::/system.slice/platen.service\n',
    '/sys/fs/cgroup/system.slice/cpu.max': '150000 100000\n',
    '/sys/fs/cgroup/system.slice/platen.service/cpu.max': '400000 100000\n',
  };
  t.equal(quota(files(table)), 1.5);
});

t.test('control groups of the first version', async (t) => {
  const table = (micros: string) => ({
    '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': `${micros}\n`,
    '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '50000\n',
  });
  t.equal(quota(files(table('200000'))), 4);
  t.equal(quota(files(table('-1'))), Infinity);
});

t.test('at least one, at most those there are', async (t) => {
  t.equal(usableCores(files({ '/sys/fs/cgroup/cpu.max': '10000 100000' })), 1);
  t.equal(usableCores(files({})), availableParallelism());
});
