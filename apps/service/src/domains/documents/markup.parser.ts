import { decodeText } from '@parley/kernel/text.ts';
import { readDirectory, Unreadable, unpack } from './zip.parser.ts';

/** A tag or a stretch of text between two tags. */
type Piece =
  | { readonly text: string }
  | { readonly tag: string; readonly closes: boolean; readonly alone: boolean };

/** Walks markup in one pass, whatever it contains: no backtracking, no recursion. */
function* pieces(markup: string): Generator<Piece> {
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf('<', at);
    if (open < 0) break;
    if (open > at) yield { text: markup.slice(at, open) };
    if (markup.startsWith('<!--', open)) {
      const end = markup.indexOf('-->', open + 4);
      at = end < 0 ? markup.length : end + 3;
      continue;
    }
    if (!/[A-Za-z/!?]/.test(markup[open + 1] ?? '')) {
      yield { text: '<' };
      at = open + 1;
      continue;
    }
    const end = endOfTag(markup, open);
    const inner = markup.slice(open + 1, end);
    const tag = /^\/?([^\s/>]+)/.exec(inner)?.[1]?.toLowerCase() ?? '';
    yield { tag, closes: inner.startsWith('/'), alone: inner.endsWith('/') };
    at = end + 1;
    if (rawTags.has(tag) && !inner.startsWith('/') && !inner.endsWith('/')) at = endOfRaw(markup, tag, at);
  }
  if (at < markup.length) yield { text: markup.slice(at) };
}

/** A > inside quotes ends nothing. */
function endOfTag(markup: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < markup.length; at++) {
    const character = markup[at] as string;
    if (quote === '') {
      if (character === '>') return at;
      // Only after = does a quote open a value; elsewhere it is a slip of whoever wrote the page.
      if ((character === '"' || character === "'") && markup[at - 1] === '=') quote = character;
    } else if (character === quote) quote = '';
  }
  return markup.length;
}

const rawTags = new Set(['script', 'style']);

function endOfRaw(markup: string, tag: string, from: number): number {
  const closing = new RegExp(`</${tag}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  return closing.exec(markup)?.index ?? markup.length;
}

const silent = new Set(['noscript', 'template', 'svg', 'iframe', 'object', 'select', 'textarea']);
const blocks = new Set(
  'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr li main nav ol p pre section table title tr ul'.split(
    ' ',
  ),
);
const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 table ul ol blockquote section article title'.split(' '));

/** What a reader of the page sees, with an empty line between paragraphs. */
export function htmlText(markup: string): string {
  const parts: string[] = [];
  const hidden: string[] = [];
  for (const piece of pieces(markup)) {
    if ('text' in piece) {
      if (hidden.length === 0) parts.push(entities(piece.text).replaceAll(/\s+/g, ' '));
      continue;
    }
    const { tag } = piece;
    if (silent.has(tag) && !piece.alone) {
      if (!piece.closes) hidden.push(tag);
      else if (hidden.includes(tag)) hidden.length = hidden.indexOf(tag);
    }
    if (paragraphs.has(tag)) parts.push('\n\n');
    else if (blocks.has(tag)) parts.push('\n');
    else if ((tag === 'td' || tag === 'th') && !piece.closes) parts.push('\t');
  }
  return parts.join('');
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  sect: '§',
  para: '¶',
  times: '×',
  divide: '÷',
  plusmn: '±',
  frac12: '½',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  ordf: 'ª',
  ordm: 'º',
  rarr: '→',
  larr: '←',
  zwnj: '',
  zwj: '',
};
const marks: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
  breve: '\u0306',
  macr: '\u0304',
  ogon: '\u0328',
  dot: '\u0307',
  dblac: '\u030b',
};

const entities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}\d{0,2}));?/g,
    (whole, decimal, hex, name) => {
      if (decimal !== undefined) return character(Number(decimal)) ?? whole;
      if (hex !== undefined) return character(Number.parseInt(hex, 16)) ?? whole;
      if (Object.hasOwn(named, name)) return named[name] as string;
      const mark = String(name).slice(1);
      return Object.hasOwn(marks, mark) ? (name[0] + marks[mark]).normalize('NFC') : whole;
    },
  );

const character = (code: number): string | undefined =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? undefined
    : String.fromCodePoint(code);

/** The parts of a DOCX that people wrote, in reading order: people put their address into the header. */
const written = [
  /^word\/header\d*\.xml$/,
  /^word\/document\.xml$/,
  /^word\/footnotes\.xml$/,
  /^word\/footer\d*\.xml$/,
];

export function docxText(bytes: Buffer): string {
  const entries = readDirectory(bytes);
  const parts = written.flatMap((pattern) => entries.filter(({ name }) => pattern.test(name)));
  if (!parts.some(({ name }) => name === 'word/document.xml'))
    throw new Unreadable('The file is not a Word document: it has no text part.');
  return parts.map((entry) => wordText(decodeText(unpack(bytes, entry)))).join('\n');
}

function wordText(xml: string): string {
  const parts: string[] = [];
  let [inText, inFallback] = [false, 0];
  for (const piece of pieces(xml)) {
    if ('text' in piece) {
      if (inText && inFallback === 0) parts.push(entities(piece.text));
      continue;
    }
    const { tag, closes, alone } = piece;
    // Shapes are written twice: once as they are, once for programs that do not know them.
    if (tag === 'mc:fallback' && !alone) inFallback = Math.max(0, inFallback + (closes ? -1 : 1));
    if (inFallback > 0) continue;
    if (tag === 'w:t') inText = !closes && !alone;
    else if (tag === 'w:tab' && !closes) parts.push('\t');
    else if ((tag === 'w:br' || tag === 'w:cr') && !closes) parts.push('\n');
    else if (tag === 'w:p' && (closes || alone)) parts.push('\n\n');
    else if (tag === 'w:tc' && closes) parts.push('\t');
  }
  return parts.join('');
}
