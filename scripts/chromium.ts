/** Launches Chromium with the settings of Linux distributions. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { DEFAULT_FAMILY, FAMILY_ALIASES } from '../src/engine/text/fonts.js';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** $CHROMIUM, else the path of Debian's package. */
const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Launches Chromium with the system's fonts and fontconfig settings. */
export async function launchInstalledChromium(): Promise<Browser> {
  return puppeteer.launch({ executablePath: EXECUTABLE, headless: true, args: ARGUMENTS });
}

/** Launches Chromium with Platen's fonts only. */
export async function launchChromium(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: EXECUTABLE,
    headless: true,
    args: ARGUMENTS,
    env: { ...process.env, FONTCONFIG_FILE: fontConfigFile() },
  });
}

/** Writes a configuration of fontconfig with the fonts Platen brings along and no others; a new file each time. */
export function fontConfigFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-chromium-'));
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(file, fontConfig(path.join(folder, 'cache')));
  return file;
}

/**
 * The settings of fontconfig's 10-hinting-slight.conf, which distributions install: with hinting other than slight or
 * none FreeType rounds advances to whole px, which affects layout.
 */
const HINTING = `<match target="pattern">
<edit name="antialias" mode="append"><bool>true</bool></edit>
<edit name="hintstyle" mode="append"><const>hintslight</const></edit>
</match>`;

function fontConfig(cache: string): string {
  const arimo = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/package.json');
  const aliases = Object.entries(FAMILY_ALIASES).map(
    ([name, family]) =>
      `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  const append = (family: string) =>
    `<edit name="family" mode="append_last" binding="weak"><string>${family}</string></edit>`;
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<dir>${path.dirname(path.dirname(arimo))}</dir><cachedir>${cache}</cachedir>
${HINTING}
${aliases.join('\n')}
<match target="pattern">
<test qual="any" name="family" compare="not_eq"><string></string></test>${append(DEFAULT_FAMILY)}
</match>
<match target="pattern">${append(FAMILY_ALIASES['system-ui']!)}</match>
</fontconfig>`;
}
