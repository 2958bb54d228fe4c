import { createRequire } from 'node:module';

const file = (name: string) => createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}`);

/** For engines that take fonts as input: the fonts of all documents but the Japanese one. */
export const FONT_FILES = [
  { file: file('arimo/400Regular/Arimo_400Regular.ttf'), family: 'Arial', weight: 400 },
  { file: file('arimo/700Bold/Arimo_700Bold.ttf'), family: 'Arial', weight: 700 },
  { file: file('tinos/400Regular/Tinos_400Regular.ttf'), family: 'Times New Roman', weight: 400 },
  { file: file('tinos/700Bold/Tinos_700Bold.ttf'), family: 'Times New Roman', weight: 700 },
  { file: file('cousine/400Regular/Cousine_400Regular.ttf'), family: 'Courier New', weight: 400 },
];
