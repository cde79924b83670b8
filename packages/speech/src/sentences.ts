import type { Words } from '@parley/call-engine/party.ts';

/** Longer ones are spoken in pieces, so that neither the making nor the keeping of their sound grows. */
const LONGEST = 240;

/** Where a sentence ends: behind its mark and what closes with it, once it is seen that something else follows. */
const ENDS = /[.!?…؟;]+["'»”’)\]]*\s+|[。！？]+[」』”’）]*\s*|\n+\s*/gu;
/** The Greek question mark is a semicolon; elsewhere a semicolon is a good place to pause. */
const PAUSES = /[,;:،，、；：]\s*|\s[–—-]\s/gu;

/**
 * Not the end of a sentence: an initial, a short word without a vowel ("Dr.", "bzw."), or a number that may be an
 * ordinal ("am 3. Mai"). A missed end only costs a moment; a wrong one is audible.
 */
const OPEN = /(?:^|[\s(])(?:\p{L}|[bcdfghj-np-tv-xz]{2,4}|prof|\p{Nd}+)\.\s*$/iu;

/**
 * The words in pieces that can be spoken, each as soon as it is known to be whole. Put together again they are the
 * same text, without the space around it.
 */
export async function* sentencesOf(words: Words): AsyncGenerator<string> {
  let rest = '';
  for await (const part of typeof words === 'string' ? [words] : words) {
    rest = rest === '' ? part.trimStart() : rest + part;
    for (let end = endOf(rest); end > 0; end = endOf(rest)) {
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  rest = rest.trimEnd();
  if (rest !== '') yield rest;
}

/** How long the first piece is; 0 while more is needed to know. */
function endOf(text: string): number {
  for (const mark of text.matchAll(ENDS)) {
    const end = mark.index + mark[0].length;
    if (end > LONGEST) break;
    // What closes with it may still be on its way.
    if (end === text.length && !/\s$/u.test(text)) return 0;
    if (!OPEN.test(text.slice(0, end))) return end;
  }
  return text.length > LONGEST ? breathIn(text.slice(0, LONGEST)) : 0;
}

/** The last natural pause; else the last space. */
function breathIn(text: string): number {
  const pause = [...text.matchAll(PAUSES)].at(-1);
  if (pause !== undefined && pause.index > LONGEST / 3) return pause.index + pause[0].length;
  const space = text.lastIndexOf(' ');
  return space > 0 ? space + 1 : text.length;
}

/** Whether there is anything in it that has a sound. */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
