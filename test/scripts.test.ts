/** Text in the scripts of the world copies out of the PDF as its source. */

import t from 'tap';
import { createRenderer } from '../src/index.js';
import { CORE } from './support/engines.js';
import { glyphTexts, textExtent, textOf, withoutSpace } from './support/pdf.js';

const renderers = {
  typst: createRenderer({ engine: 'typst' }),
  core: createRenderer({ engine: CORE }),
};
t.teardown(() => Promise.all(Object.values(renderers).map((renderer) => renderer.close())));

/** Characters that pdf.js drops from text. */
const INVISIBLE = /\p{Cf}/gu;
const read = (text: string) => withoutSpace(text.replace(INVISIBLE, ''));

/** By language; each in a paragraph of its own. */
const SAMPLES: Readonly<Record<string, { readonly rtl?: true; readonly texts: readonly string[] }>> = {
  ar: { rtl: true, texts: ['يبدأ التسجيل في المؤتمر عند الساعة التاسعة.', 'بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيم', 'لا إله إلا'] },
  fa: { rtl: true, texts: ['گربه‌ها پنج چیز را می‌خواهند؛ کیفیت ژاله'] },
  ur: { rtl: true, texts: ['یہ ایک ٹیسٹ ہے، ڈاکٹر نے پڑھا اور کھڑا ہوا'] },
  he: { rtl: true, texts: ['שָׁלוֹם עוֹלָם', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים', 'שלום עולם'] },
  hi: { texts: ['कि हिन्दी में क्षत्रिय', 'र्कार्य संस्कृति ज्ञान श्री', 'विद्यार्थियों'] },
  th: { texts: ['ภาษาไทย ที่นี่ น้ำ', 'กรุงเทพมหานคร'] },
  ja: { texts: ['日本語「テスト」。がぎぐげご', '吾輩は猫である'] },
  'zh-CN': { texts: ['简体中文：敏捷的狐狸，“跳过”了懒狗！', '《汉语》（普通话）、骨直将令。'] },
  'zh-TW': { texts: ['繁體中文：敏捷的狐狸'] },
  ko: { texts: ['다람쥐 헌 쳇바퀴에 타고파.', '한국어 문장'] },
  und: { texts: ['👍🏽 👨‍👩‍👧 🇫🇷 1️⃣ ❤️'] },
  vi: { texts: ['Tiếng Việt: được, người'] },
  en: { texts: ['q\u0308 x\u0323\u0302', 'Office fluffy ffi'] },
};

for (const [language, { rtl, texts }] of Object.entries(SAMPLES)) {
  for (const [engine, renderer] of Object.entries(renderers)) {
    t.test(`text in ${language} copies out as its source (${engine})`, async (t) => {
      const paragraphs = texts.map((text) => `<p>${text}</p>`).join('');
      const html = `<html lang=${language} dir=${rtl ? 'rtl' : 'ltr'}><body style="font: 20px sans-serif">${paragraphs}`;
      const { pdf, diagnostics } = await renderer.render({ html });
      t.strictSame(diagnostics, []);
      t.equal(read(await textOf(pdf)), read(texts.join('')));
    });
  }
}

const draw = async (text: string, dir: string) => {
  const html = `<html dir=${dir}><body style="font: 20px sans-serif">${text}`;
  return glyphTexts((await renderers.typst.render({ html })).pdf);
};

t.test('Han characters are drawn as the language writes them', async (t) => {
  const fontsOf = async (lang: string) => {
    const { pdf } = await renderers.typst.render({ html: `<p lang="${lang}">骨直将令` });
    return new Set(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/NotoSans[A-Z]{2}/g),
    );
  };
  t.strictSame([...(await fontsOf('zh-CN'))], ['NotoSansSC']);
  t.strictSame([...(await fontsOf('zh'))], ['NotoSansSC']);
  t.strictSame([...(await fontsOf('ja'))], ['NotoSansJP']);
});

t.test('ideographs, letters and full-width marks stand where layout has them', async (t) => {
  const style = '<style>@page { margin: 0 } body { margin: 10px; font: 16px Noto Sans JP; width: 500px }';
  const extentOf = async (text: string, spacing: string) => {
    const { pdf } = await renderers.typst.render({
      html: `${style} p { text-spacing-trim: ${spacing} }</style><p>${text}`,
    });
    return textExtent(pdf);
  };
  t.strictSame(await extentOf('日本12語', 'normal'), { left: 10, right: 76 }, 'no space around digits');
  t.strictSame(await extentOf('「日」「本」、（語）。', 'space-all'), { left: 10, right: 186 });
  t.strictSame(await extentOf('「日」「本」、（語）。', 'normal'), { left: 10, right: 154 });
});

t.test('no Chinese line begins with closing punctuation or ends with opening', async (t) => {
  const text = '他说：“今天天气很好。”我们去《公园》（人民公园）散步，好吗？';
  for (let width = 60; width <= 380; width += 40) {
    const style = `width: ${width}px; font-size: 20px`;
    const { pdf } = await renderers.typst.render({ html: `<p lang=zh-CN style="${style}">${text}` });
    const lines = (await textOf(pdf)).split(' ');
    t.equal(lines.join(''), text);
    t.ok(lines.length > 1);
    for (const line of lines) t.notMatch(line, /^[：，。？”》）]|[“《（]$/, `${width}px: ${lines.join('|')}`);
  }
});

t.test('from right to left every character is a glyph, so that no reader turns marks around', async (t) => {
  const text = 'نِ‌شَّالله';
  t.strictSame((await draw(text, 'rtl')).reverse(), [...text]);
});

t.test('from left to right a cluster is one glyph', async (t) => {
  t.strictSame(await draw('क्षत्रिकि', 'ltr'), ['क्ष', 'त्रि', 'कि']);
});

t.test('list markers of several words or ideographs stay on their line', async (t) => {
  for (const [engine, renderer] of Object.entries(renderers)) {
    const html = `<style>@page { margin: 0 } ol { font: 16px Noto Sans KR; margin: 0 0 0 200px }
      .words::marker { content: 'No 1 of 2 ' }</style>
      <ol><li class="words">a</ol><ol style="list-style-type: korean-hangul-formal" start=12><li>b</ol>`;
    const { pdf } = await renderer.render({ html });
    t.equal(await textOf(pdf), 'No 1 of 2 a 일십이, b', engine);
  }
});

t.test('small capitals copy out as the letters they stand for', async (t) => {
  for (const [engine, renderer] of Object.entries(renderers)) {
    const text = 'Hello Straße & ΐ, École 12';
    const paragraph = (caps: string) => `<p style="font-variant-caps: ${caps}">${text}</p>`;
    const { pdf } = await renderer.render({ html: paragraph('small-caps') + paragraph('all-small-caps') });
    t.equal(await textOf(pdf), `${text} ${text}`, engine);
  }
});

t.test('hyphens: auto hyphenates by the language of the text', async (t) => {
  const styled = (lang: string) => `<p lang="${lang}" style="hyphens: auto; width: 60px">incomprehensibilities</p>`;
  const text = async (html: string) => textOf((await renderers.typst.render({ html })).pdf);
  t.equal(await text(styled('en')), 'incom\u2010 prehensi\u2010 bilities');
  t.equal(await text(styled('x-none')), 'incomprehensibilities');
});

t.test('stand-in fonts of bold text copy out, too', async (t) => {
  const { pdf } = await renderers.typst.render({ html: '<p dir=rtl><b style="font-family: Arimo">التسجيل</b>' });
  t.equal(await textOf(pdf), 'التسجيل');
});
