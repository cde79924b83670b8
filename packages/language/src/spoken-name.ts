import type { Language } from './language.ts';
import { words as wordTables, yesNo } from './locale-tables.ts';
import { plainText, type ValueWords, wholeWords } from './value-words.ts';

interface Token {
  readonly word: string;
  readonly plain: string;
  /** The first of a sentence, where any word has a capital. */
  readonly isFirst: boolean;
  /** A pause comes before it. */
  readonly isAfterPause: boolean;
}

interface Run {
  readonly words: readonly Token[];
  readonly isInitial: boolean;
  /** A word for a place or a time comes before it: "in Croydon", "since May". */
  readonly isPlace: boolean;
  /** Nothing else stands between two pauses: "the furniture people, Ikea". */
  readonly isAlone: boolean;
}

/** Nobody's name has more words; what is longer is a sentence. */
const MOST_WORDS = 5;

/** The words that are a name within what was said about it; undefined when there is none. */
export type NameFinder = (
  text: string,
  /** `isListed`: of two words with a comma between them the first is the surname. */
  options: { readonly isOwn: boolean; readonly isListed: boolean },
) => string[] | undefined;

/**
 * By its capitals where the recogniser writes any: the longest run of them that is no sentence's beginning. Else what
 * is left of a clause once the words that introduce a name are taken away.
 */
export function nameFinder(words: ValueWords['spelling'], language: Language): NameFinder {
  const titles = wholeWords(`^(?:${words.titles})\\.?$`);
  const particle = wholeWords(`^(?:${words.particles})$`);
  const notes = wholeWords(words.notes, 'g');
  const introducing = new RegExp(`^.*(?<!\\p{L})(?:${words.nameAfter})\\s+`, 'u');
  const none = wholeWords(`^(?:${words.noName})$`);
  const asking = wholeWords(`^(?:${words.nameAfter})$`);
  const [ofFirst, ofLast] = [words.firstName, words.lastName].map((source) => labelled(source));
  const empty = new Set(
    [...wordTables[language].empty, ...wordTables.EN.empty, ...yesNo[language].yes, ...yesNo[language].no]
      .map(plainText)
      .filter((word) => /^\p{L}+$/u.test(word)),
  );
  const placing = words.placeAfter === undefined ? undefined : wholeWords(`^(?:${words.placeAfter})$`);
  // "It's" and "name's" are no names, "Sainsbury's" is one.
  const isContracted = ({ word, plain, isFirst }: Token): boolean =>
    /^\p{L}+'\p{L}{1,2}$/u.test(plain) &&
    (!/^\p{Lu}\p{L}{2,}'s$/u.test(word) || empty.has(plain.slice(0, -2)) || (isFirst && asking.test(plain)));
  const isEmpty = (token: Token): boolean =>
    empty.has(token.plain) || none.test(token.plain) || token.plain === 'i' || isContracted(token);
  // "Try Margaret Holroyd": a sentence may begin with the word that introduces the name.
  const isName = (token: Token): boolean =>
    /^\p{Lu}/u.test(token.word) && !isEmpty(token) && !(token.isFirst && asking.test(token.plain));

  const joints = new Set([...wordTables[language].joint, ...wordTables.EN.empty].map(plainText));
  const leads = (token: Token | undefined): boolean =>
    token !== undefined && !joints.has(token.plain) && !none.test(token.plain);

  function runsIn(tokens: readonly Token[]): Run[] {
    const runs: Token[][] = [];
    let waiting: Token[] = [];
    let isOpen = false;
    for (const token of tokens) {
      if (token.isAfterPause) isOpen = false;
      if (isName(token)) {
        if (isOpen) runs.at(-1)?.push(...waiting, token);
        // "Von der Heide" begins with a small letter.
        else runs.push([...(leads(waiting[0]) ? waiting : []), token]);
        [isOpen, waiting] = [true, []];
      } else if (particle.test(token.plain) && !token.isAfterPause) waiting.push(token);
      else [isOpen, waiting] = [false, []];
    }
    return runs.map((run) => {
      const [start, end] = [tokens.indexOf(run[0] as Token), tokens.indexOf(run.at(-1) as Token)];
      const isAfterPause = start === 0 || run[0]?.isAfterPause === true;
      return {
        words: run,
        isInitial: run.length === 1 && run[0]?.isFirst === true,
        isPlace: !isAfterPause && placing?.test(tokens[start - 1]?.plain ?? '') === true,
        isAlone: isAfterPause && tokens[end + 1]?.isAfterPause !== false,
      };
    });
  }

  function withoutTitles(found: readonly Token[], isOwn: boolean): string[] {
    const bare = found.filter(({ plain }) => !titles.test(plain));
    // "Mrs Patel" is what somebody is called; of themselves people say "Patel".
    return (isOwn || bare.length !== 1 ? bare : found).map(({ word }) => word);
  }

  /** What a recogniser that writes no capitals leaves of a name. */
  function plainNameIn(text: string): Token[] | undefined {
    const candidates = text
      .split(/[,.;:!]+/)
      .filter((clause) => !tokensIn(clause).some(({ plain }) => none.test(plain)))
      .map((clause) => tokensIn(plainText(clause).replaceAll(notes, ' ').replace(introducing, ' ')))
      // "Peter, Peter Marsh", written without the pause.
      .map((tokens) => tokens.filter(({ plain }, index) => plain !== tokens[index - 1]?.plain))
      .filter((tokens) => tokens.length > 0 && tokens.length < MOST_WORDS)
      .filter((tokens) => tokens.every((token) => !isEmpty(token) && /^[\p{L}'.-]+$/u.test(token.plain)));
    return candidates.sort((one, other) => other.length - one.length)[0];
  }

  /** "First name Helen, last name Marsh", or one of them with its word and the other without. */
  function labelledIn(text: string): string[] | undefined {
    const [first, last] = [ofFirst?.exec(text)?.[1], ofLast?.exec(text)?.[1]];
    if (first === undefined && last === undefined) return undefined;
    const rest = [ofFirst, ofLast].reduce((left, label) => (label ? left.replace(label, ' , ') : left), text);
    const [other] = runsIn(tokensIn(rest)).toSorted((one, two) => two.words.length - one.words.length);
    const others = other?.words.map(({ word }) => word) ?? [];
    return nonEmpty([first ?? others, last ?? others].flat());
  }

  /** "Marsh, Helen". */
  function listedIn(runs: readonly Run[], tokens: readonly Token[], isListed: boolean): string[] | undefined {
    const [one, two] = runs.map(({ words: run }) => run.map(({ word }) => word));
    if (runs.length !== 2 || tokens.length !== 2 || one === undefined || two === undefined) return undefined;
    return isListed ? [...two, ...one] : [...one, ...two];
  }

  return (text, { isOwn, isListed }) => {
    const noted = text.replaceAll(/[’‘ʼ`´]/g, "'");
    const tokens = tokensIn(noted);
    // Letters that were read out and belong to nothing are no name.
    const runs = runsIn(tokens).filter(
      ({ words: run }) => run.length <= MOST_WORDS && run.some(({ word }) => word.length > 1),
    );
    const both = isOwn ? (labelledIn(noted) ?? listedIn(runs, tokens, isListed)) : undefined;
    if (both !== undefined) return both;
    const isRepeated = ({ words: run }: Run): boolean =>
      runs.some(
        ({ words: other }) => other !== run && other.length > 1 && other.at(-1)?.plain === run.at(-1)?.plain,
      );
    const isTitled = (run: Run): boolean =>
      run.words.length > 1 && run.words.some(({ plain }) => titles.test(plain));
    // "A Mrs Trent, Denise Trent" says more the second time.
    const rankOf = (run: Run): number => (isTitled(run) ? (isRepeated(run) ? -1 : 1) : 0);
    const [best] = runs.toSorted(
      (one, other) =>
        rankOf(other) - rankOf(one) ||
        Number(one.isPlace) - Number(other.isPlace) ||
        Number(one.isInitial) - Number(other.isInitial) ||
        other.words.length - one.words.length ||
        (isOwn ? 0 : Number(other.isAlone) - Number(one.isAlone)),
    );
    const isBeforePlace = runs.some(({ isPlace }) => isPlace);
    if (best !== undefined && (!best.isInitial || isBeforePlace))
      return nonEmpty(withoutTitles(best.words, isOwn));
    const plain = plainNameIn(noted);
    if (plain !== undefined) return nonEmpty(withoutTitles(plain, isOwn).map((word) => capitalised(word)));
    return best === undefined ? undefined : nonEmpty(withoutTitles(best.words, isOwn));
  };
}

/** What follows the word for a part of a name, up to the next pause. */
const labelled = (source: string | undefined): RegExp | undefined =>
  source === undefined
    ? undefined
    : new RegExp(`(?<!\\p{L})(?:${source})(?:'s| is| ist)?[:,]? (\\p{Lu}[\\p{L}'-]+)`, 'u');

const nonEmpty = (words: string[]): string[] | undefined => (words.length === 0 ? undefined : words);

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

function tokensIn(text: string): Token[] {
  let [isFirst, isAfterPause] = [true, false];
  return text.split(/\s+/).flatMap((part): Token[] => {
    const word = part.replaceAll(/^["“„(]+|[,.;:!?"”)]+$/g, '');
    const token = { word, plain: plainText(word), isFirst, isAfterPause };
    isFirst = /[.!?]$/.test(part) && !/^\p{L}{1,3}\.$/u.test(part);
    isAfterPause = /[,;:]$/.test(part) || isFirst;
    return word === '' ? [] : [token];
  });
}
