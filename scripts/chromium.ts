/** A Chromium that knows the fonts Platen brings along, and no others. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { FAMILY_ALIASES } from '../src/engine/text/fonts.js';

/** @param executable  default $CHROMIUM, else `chromium` where Debian puts it */
export async function launchChromium(executable = process.env.CHROMIUM ?? '/usr/bin/chromium'): Promise<Browser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-chromium-'));
  const config = path.join(folder, 'fonts.conf');
  writeFileSync(config, fontConfig(path.join(folder, 'cache')));
  return puppeteer.launch({
    executablePath: executable,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, FONTCONFIG_FILE: config },
  });
}

function fontConfig(cache: string): string {
  const arimo = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/package.json');
  const aliases = Object.entries(FAMILY_ALIASES).map(
    ([name, family]) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${path.dirname(path.dirname(arimo))}</dir><cachedir>${cache}</cachedir>
${aliases.join('\n')}
<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>Tinos</string></edit></match>
</fontconfig>`;
}
