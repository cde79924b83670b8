import { heardLetters, type WordPrior } from './word-prior.ts';

/** How far a text is into expected phrases, and what that adds to its likelihood. */
export interface Match {
  readonly bonus: number;
  /** Of phrases that have been said to their end. */
  readonly kept: number;
  readonly places: readonly Place[];
  readonly isWordStart: boolean;
}

interface Place {
  readonly node: Node;
  readonly letters: number;
}

interface Node {
  readonly next: Map<string, Node>;
  isPhrase: boolean;
}

/** For each letter, in logarithms of likelihood. */
const LETTER_BONUS = 0.2;
const MOST_BONUS = 2.5;

/** Phrases that are likely to be said, as a tree of their letters: what sounds alike is then heard as one of them. */
export function expectedWords(phrases: readonly string[], letterBonus = LETTER_BONUS): WordPrior<Match> {
  const root: Node = { next: new Map(), isPhrase: false };
  for (const phrase of phrases) {
    let node = root;
    for (const letter of heardLetters(phrase).trim()) {
      const found = node.next.get(letter) ?? { next: new Map(), isPhrase: false };
      node.next.set(letter, found);
      node = found;
    }
    node.isPhrase = node !== root;
  }
  const worth = (letters: number): number => Math.min(MOST_BONUS, letters * letterBonus);
  const matchOf = (kept: number, places: readonly Place[], isWordStart: boolean): Match => ({
    kept,
    places,
    isWordStart,
    bonus: kept + Math.max(0, ...places.map(({ letters }) => worth(letters))),
  });
  const keptAt = (places: readonly Place[]): number =>
    Math.max(0, ...places.map(({ node, letters }) => (node.isPhrase ? worth(letters) : 0)));
  const follow = (match: Match, text: string): Match => {
    let { kept, isWordStart } = match;
    let places = match.places;
    for (const letter of heardLetters(text)) {
      const isSpace = letter === ' ';
      if (isSpace && isWordStart) continue;
      if (isSpace) kept += keptAt(places);
      const from = isWordStart ? [...places, { node: root, letters: 0 }] : places;
      places = from.flatMap(({ node, letters }) => {
        // What is counted already is not counted again as the beginning of a longer phrase.
        const next = node.next.get(letter);
        return next === undefined
          ? []
          : [{ node: next, letters: isSpace && node.isPhrase ? 1 : letters + 1 }];
      });
      isWordStart = isSpace;
    }
    return matchOf(kept, places, isWordStart);
  };
  return {
    start: matchOf(0, [], true),
    follow,
    end: (match) => matchOf(match.kept + keptAt(match.places), [], true),
  };
}
