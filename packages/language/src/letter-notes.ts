import type { ValueWords } from './value-words.ts';

/** What somebody says about the letters of a name, taken apart from the name itself. */
export interface LetterNotes {
  /** The text without them. */
  readonly rest: string;
  /** There were some: the parts of the name around them stand in their order. */
  readonly hasAny: boolean;
  /** The name with the letters put right that they speak of. */
  readonly corrected: (name: string) => string;
}

export type LetterNoteReader = (text: string) => LetterNotes;

/** Letters that stand alone, with spaces between them: "P H". */
const LETTERS = '\\p{L}(?!\\p{L})(?:[\\s-]+\\p{L}(?!\\p{L}))*';

/**
 * "Stephen with a P H", "not N A Y E R", "Katherine, as in Katherine Hepburn", "T for Tango" after a T, and "with a Y
 * instead of the I", which changes a letter.
 */
export function letterNotes(words: ValueWords['spelling']): LetterNoteReader {
  const { as, compared, denied, insteadOf, withLetter } = words;
  const bounded = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'giu');
  const [not, ...others] = [denied, insteadOf, withLetter, compared];
  const [instead, withA, like] = others;
  if (not === undefined || instead === undefined || withA === undefined || like === undefined)
    return (rest) => ({ rest, hasAny: false, corrected: (name) => name });

  const changed = new RegExp(
    `(?<!\\p{L})(?:${withA}\\s+)?(\\p{L})\\s+(?:${instead})\\s*(\\p{L})(?!\\p{L}|[\\s-]+\\p{L}(?!\\p{L}))`,
    'giu',
  );
  const removed = [
    bounded(`(?:${withA})\\s+${LETTERS}`),
    bounded(`(?:${not})\\s+${LETTERS}`),
    // A name that is not theirs, up to the next pause.
    new RegExp(`(?<!\\p{L})(?:${not})\\s+\\p{Lu}\\p{Ll}[^,.;]*`, 'gu'),
    // Behind a word, and not behind a letter: "B as in Bravo" is the letter.
    new RegExp(`(?<=\\p{L}{2}),?\\s+(?:${like})\\s+[^,.;]+`, 'giu'),
  ];
  const confirmed = new RegExp(
    `(?<!\\p{L})(\\p{L}),?\\s+\\p{L}{2,}(?:'\\p{L}+)?\\s+\\1\\s+(?:${as})\\s+\\p{L}+`,
    'giu',
  );

  return (text) => {
    const changes: (readonly [from: string, to: string])[] = [];
    const settled = text
      .replaceAll(/[’‘ʼ`´]/g, "'")
      .replaceAll(changed, (_, to: string, from: string) => {
        changes.push([from.toLowerCase(), to.toLowerCase()]);
        return ' ';
      })
      .replaceAll(confirmed, '$1');
    const rest = removed.reduce((left, pattern) => left.replaceAll(pattern, ' '), settled);
    return {
      rest,
      hasAny: rest !== text,
      corrected: (name) => changes.reduce((left, [from, to]) => withLetterChanged(left, from, to), name),
    };
  };
}

/** The last of the letter, since it is the spelling of a surname that people put right. */
function withLetterChanged(name: string, from: string, to: string): string {
  const at = name.toLowerCase().lastIndexOf(from);
  if (at < 0) return name;
  const isCapital = name.charAt(at) !== from;
  return name.slice(0, at) + (isCapital ? to.toUpperCase() : to) + name.slice(at + from.length);
}
