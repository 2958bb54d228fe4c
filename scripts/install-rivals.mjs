/**
 * Installs the engines that the benchmark compares with into a folder outside the project.
 *
 *   node scripts/install-rivals.mjs FOLDER
 *
 * Needs npm and Python with its venv module. Chromium is the system's.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const NPM = ['turbo-html2pdf@0.3.2', '@formepdf/html@0.25.0'];
const PYTHON = ['weasyprint==70.0', 'plutoprint==0.23.0'];

const [name] = process.argv.slice(2);
if (!name) {
  console.error('Usage: node scripts/install-rivals.mjs FOLDER');
  process.exit(2);
}
const folder = resolve(name);
mkdirSync(folder, { recursive: true });
if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
const run = (command, ...options) => execFileSync(command, options, { cwd: folder, stdio: 'inherit' });
run('npm', 'install', '--no-audit', '--no-fund', ...NPM);
if (!existsSync(join(folder, 'venv'))) run('python3', '-m', 'venv', 'venv');
run('venv/bin/pip', 'install', '--quiet', ...PYTHON);
