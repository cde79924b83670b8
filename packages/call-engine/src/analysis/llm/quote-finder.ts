import type { TranscriptLine } from '../../outcome.ts';

/** The contact's words, exactly as in the transcript, and the start of their line in seconds. */
export interface Quote {
  readonly evidence: string;
  readonly evidenceTime: number;
}

const LONGEST_QUOTE = 400;

/** Finds a quotation in what the contact said, tolerating differences in quotation marks, dashes and spaces. */
export class QuoteFinder {
  readonly #lines: readonly { readonly time: number; readonly text: string; readonly plain: Plain }[];

  constructor(transcript: readonly TranscriptLine[]) {
    this.#lines = transcript
      .filter(({ speaker }) => speaker === 'CONTACT')
      .map(({ text, startTime }) => ({ time: startTime, text, plain: plainOf(text) }));
  }

  /** The quotation as in the transcript; undefined when the contact did not say it. Matches whole words only. */
  find(quote: string | null): Quote | undefined {
    const wanted = plainOf(quote?.slice(0, LONGEST_QUOTE) ?? '').text.replace(EDGES, '');
    if (!/[\p{L}\p{N}]/u.test(wanted)) return undefined;
    for (const { time, text, plain } of this.#lines) {
      const at = wholeWordsAt(plain.text, wanted);
      if (at === undefined) continue;
      const end = plain.offsets[at + wanted.length] ?? text.length;
      return { evidence: text.slice(plain.offsets[at], end).trim(), evidenceTime: time };
    }
    return undefined;
  }
}

/** A text with normalised quotation marks, dashes and spaces, and the original offset of each character. */
interface Plain {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** What models add around a quotation. */
const EDGES = /^[\s"'.…]+|[\s"'.,;…]+$/gu;

function plainOf(original: string): Plain {
  let text = '';
  const offsets: number[] = [];
  let offset = 0;
  for (const letter of original) {
    const plain = alike(letter);
    if (!(plain === ' ' && (text === '' || text.endsWith(' '))))
      for (const each of plain.split('')) {
        text += each;
        offsets.push(offset);
      }
    offset += letter.length;
  }
  return { text, offsets };
}

function alike(letter: string): string {
  if (/\s/u.test(letter)) return ' ';
  if (/\p{Cf}|\p{Cc}/u.test(letter)) return '';
  if (/[’‘ʼ`´]/u.test(letter)) return "'";
  if (/[“”„«»]/u.test(letter)) return '"';
  if (/[–—‑−]/u.test(letter)) return '-';
  return letter;
}

const INSIDE = /[\p{L}\p{N}]{2}/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;

function wholeWordsAt(text: string, wanted: string): number | undefined {
  const isWithin = (edge: string): boolean => INSIDE.test(edge) && !UNSPACED.test(edge);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!isWithin(text.slice(Math.max(0, at - 1), at + 1)) && !isWithin(text.slice(end - 1, end + 1)))
      return at;
  }
  return undefined;
}
