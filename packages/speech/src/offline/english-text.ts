/** Written by people, as it is spoken by something that reads plain English letters. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‛ʼ]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[–—−]/g, ', '],
  [/…/g, '.'],
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/Æ/g, 'Ae'],
  [/œ/g, 'oe'],
  [/Œ/g, 'Oe'],
  [/ø/g, 'o'],
  [/Ø/g, 'O'],
  [/ł/g, 'l'],
  [/Ł/g, 'L'],
  [/[đð]/g, 'd'],
  [/[ĐÐ]/g, 'D'],
  [/€/g, ' euro '],
  [/£/g, ' pounds '],
];
const ACCENTS = /\p{Mn}/gu;
const UNREADABLE = /[^\x20-\x7e]/g;

/** The text in English letters, for an English voice; empty when nothing is left. */
export function englishLetters(text: string): string {
  const plain = SPOKEN.reduce((so, [what, spoken]) => so.replace(what, spoken), text)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\s+/g, ' ')
    .replace(UNREADABLE, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[a-z0-9]/i.test(plain) ? plain : '';
}

/** A first piece so short is made in a tenth of a second, and lasts longer than the next one takes. */
const LONGEST_FIRST = 60;
const LONGEST = 160;
const SHORTEST = 12;

/** Pieces to be spoken one after the other: sentences, and where one is long its clauses. */
export function spokenPieces(text: string): string[] {
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
  const pieces: string[] = [];
  for (const { segment } of sentences.segment(text)) {
    let rest = segment.trim();
    for (;;) {
      const most = pieces.length === 0 ? LONGEST_FIRST : LONGEST;
      const at = rest.length > most ? clauseEnd(rest, most) : -1;
      if (at < 0) break;
      pieces.push(rest.slice(0, at).trim());
      rest = rest.slice(at).trim();
    }
    if (rest !== '') pieces.push(rest);
  }
  return pieces;
}

/** After the last comma or the like within so many characters; else after the first; -1 where there is none. */
function clauseEnd(sentence: string, within: number): number {
  const ends = [...sentence.matchAll(/[,;:]\s/g)]
    .map(({ index }) => index + 1)
    .filter((at) => at >= SHORTEST && sentence.length - at >= SHORTEST);
  return ends.findLast((at) => at <= within) ?? ends[0] ?? -1;
}
