import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import { Font } from '@react-pdf/renderer';

interface Family {
  readonly name: string;
  /** The package, and its files. */
  readonly from: string;
  readonly regular: string;
  readonly bold: string;
  /** Signs it is opened for: a font of Chinese takes long to open, and few reports need it. */
  readonly opensFor: RegExp;
}

const ANY = /./su;
const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

const latin: Family = {
  name: 'Inter',
  from: '@expo-google-fonts/inter',
  regular: '400Regular/Inter_400Regular.ttf',
  bold: '600SemiBold/Inter_600SemiBold.ttf',
  opensFor: ANY,
};
const hebrew: Family = {
  name: 'Noto Sans Hebrew',
  from: '@embedpdf/fonts-hebrew',
  regular: 'fonts/NotoSansHebrew-Regular.ttf',
  bold: 'fonts/NotoSansHebrew-Bold.ttf',
  opensFor: /\p{Script=Hebrew}/u,
};
const japanese: Family = {
  name: 'BIZ UDPGothic',
  from: '@expo-google-fonts/biz-udpgothic',
  regular: '400Regular/BIZUDPGothic_400Regular.ttf',
  bold: '700Bold/BIZUDPGothic_700Bold.ttf',
  opensFor: ASIAN,
};
const chinese: Family = {
  name: 'Noto Sans Hans',
  from: '@embedpdf/fonts-sc',
  regular: 'fonts/NotoSansHans-Regular.otf',
  bold: 'fonts/NotoSansHans-Bold.otf',
  opensFor: ASIAN,
};
const korean: Family = {
  name: 'Nanum Gothic',
  from: '@expo-google-fonts/nanum-gothic',
  regular: '400Regular/NanumGothic_400Regular.ttf',
  bold: '700Bold/NanumGothic_700Bold.ttf',
  opensFor: /[\p{Script=Hangul}\uffe6]/u,
};
/** Arabic, whose dots other fonts misplace here, and a little of nearly everything. */
const arabicAndRest: Family = {
  name: 'DejaVu Sans',
  from: 'dejavu-fonts-ttf',
  regular: 'ttf/DejaVuSans.ttf',
  bold: 'ttf/DejaVuSans-Bold.ttf',
  opensFor: ANY,
};

const families = [latin, hebrew, chinese, japanese, korean, arabicAndRest];

/** Chinese and Japanese write the same signs differently: a language with kana takes the Japanese ones. */
const preferred = (language: Language): Family[] =>
  writing[language].scripts.includes('Hiragana')
    ? [latin, hebrew, japanese, chinese, korean, arabicAndRest]
    : families;

/** What the renderer keeps of a font: each glyph by its number, with the letters it was first met for. */
interface GlyphMemory {
  _glyphs?: object;
}

function registerFonts(): void {
  // The renderer asks for it behind all others, though nothing is left for it.
  Font.register({ family: 'Helvetica', src: 'Helvetica' });
  for (const { name, from, regular, bold } of families) {
    const folder = dirname(findPackageJSON(from, import.meta.url) ?? from);
    Font.register({
      family: name,
      fonts: [
        { src: join(folder, regular), fontWeight: 400 },
        { src: join(folder, bold), fontWeight: 700 },
      ],
    });
  }
  Font.registerHyphenationCallback(breakable);
}

/**
 * Fonts stay open, but forget the glyphs of the report before: those that were parts of others stand for no letter
 * there (what an "Ä" is composed of, for one), and would be left out of this one.
 */
async function openFonts(): Promise<void> {
  if (!Font.getRegisteredFontFamilies().includes(latin.name)) registerFonts();
  await Font.load({ fontFamily: 'Helvetica' });
  for (const { sources } of Object.values(Font.getRegisteredFonts()))
    for (const { data } of sources) if (data && '_glyphs' in data) (data as GlyphMemory)._glyphs = {};
}

export interface ChosenFonts {
  /** In the order they are asked for a sign. */
  readonly names: string[];
  /** Signs that none of them has. */
  readonly missing: ReadonlySet<string>;
}

/** The fonts that print these signs, and no others, fit for one report. */
export async function fontsFor(signs: ReadonlySet<string>, language: Language): Promise<ChosenFonts> {
  await openFonts();
  let missing = [...signs];
  const names: string[] = [];
  for (const { name, opensFor } of preferred(language)) {
    if (!missing.some((sign) => opensFor.test(sign))) continue;
    await Font.load({ fontFamily: name });
    const font = Font.getFont({ fontFamily: name })?.data;
    const left = missing.filter((sign) => !font?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
    if (left.length < missing.length) names.push(name);
    missing = left;
  }
  return { names, missing: new Set(missing) };
}

/**
 * Where a line may end inside a word. Chinese and Japanese have no spaces: nearly every sign may begin a line, but
 * no closing one, and no opening one may end it. A word too long for any line is cut, as addresses are.
 */
const BREAKABLE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60';
const OPENING = '（「『【〔《〈［｛“‘(\\[';
const CLOSING =
  '、。，．！？：；）」』】〕》〉］｝”’…ー々っゃゅょぁぃぅぇぉッャュョァィゥェォ・％,.!?:;)\\]%';

const signs = new RegExp(
  `[${OPENING}]*(?:[${BREAKABLE}]|[^${BREAKABLE}${OPENING}${CLOSING}]+)[${CLOSING}]*|[${OPENING}${CLOSING}]+`,
  'gu',
);
const isAsian = new RegExp(`[${BREAKABLE}]`, 'u');
const LONGEST_WORD = 28;
const PIECE = 10;
const pieces = new RegExp(`.{1,${PIECE}}`, 'gsu');

/** The parts of a word with nothing between them: the renderer breaks a line at an empty part without a hyphen. */
export function breakable(word: string): string[] {
  const parts = isAsian.test(word) ? word.match(signs) : word.length > LONGEST_WORD && word.match(pieces);
  return parts ? parts.flatMap((part, i) => (i === 0 ? [part] : ['', part])) : [word];
}
