import { memoizeRecent } from '@parley/kernel/memoize.ts';
import { isAscii, searchable } from '@parley/kernel/text.ts';

/** What was heard, prepared for being looked through: clause by clause, as it was said and in plain words. */
export interface Speech {
  readonly raw: string;
  readonly plain: string;
  readonly clauses: readonly Clause[];
}

export interface Clause {
  readonly raw: string;
  /** Lower case, no accents, contractions spelled out, without "um" and stutter. */
  readonly plain: string;
  /** It ended with a question mark; recognisers often leave that out. */
  readonly isAsked: boolean;
}

/** People say what they want at the beginning or at the end; the middle of a long speech is not looked at. */
const LONGEST_HALF = 600;

export const speechOf: (heard: string) => Speech = memoizeRecent((heard) => {
  const raw = shortened(heard);
  const clauses = clausesOf(raw);
  return { raw, clauses, plain: clauses.map((clause) => clause.plain).join(' ') };
});

function shortened(heard: string): string {
  const trimmed = heard.length > 8 * LONGEST_HALF ? heard : heard.trim();
  if (trimmed.length <= 2 * LONGEST_HALF) return trimmed;
  return `${trimmed.slice(0, LONGEST_HALF)}. ${trimmed.slice(-LONGEST_HALF)}`.trim();
}

const BREAK =
  /([.!?;,:]+(?=\s|$)|[。！？、，；؟،…\n]+|\s[-–—]\s|(?<!\b(?:(?:any|every|no)(?:thing|where|one|body)|all))\s(?=(?:but|because)\s))/i;

function clausesOf(raw: string): Clause[] {
  const parts = raw.split(BREAK);
  const clauses: Clause[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const text = (parts[index] ?? '').trim();
    const plain = plainWords(text);
    if (plain !== '') clauses.push({ raw: text, plain, isAsked: isAsked(text, parts[index + 1] ?? '') });
  }
  return clauses;
}

/** A Greek question ends in what is a semicolon elsewhere. */
const isAsked = (text: string, mark: string): boolean =>
  /[?？؟]/.test(mark) || (/[;;]/.test(mark) && /\p{Script=Greek}/u.test(text));

/** About how many words: where no spaces are written, two letters make one. */
export const wordCount = (plain: string): number =>
  /[\u3040-\u30ff\u4e00-\u9fff]/.test(plain) ? Math.ceil(plain.length / 2) : plain.split(' ').length;

/** Accents and case folded; composed again so that a Korean syllable stays one letter. */
export const folded = (text: string): string => {
  const plain = searchable(text);
  return isAscii(plain) ? plain : plain.normalize('NFC');
};

/** The words of a text as the tables of phrases spell them. */
export const plainWords: (text: string) => string = memoizeRecent((text) => {
  const words = folded(text)
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/\b(?:uh|mm|mhm|m)[ -](?:huh|hm+)\b/g, 'mhm')
    .replaceAll(/\b(?:uh|nuh)[ -]uh\b/g, 'nope');
  const plain: string[] = [];
  for (const word of words.split(isAscii(words) ? BETWEEN_ASCII : BETWEEN)) {
    const bare = EDGED.test(word) ? word.replaceAll(/^['.,]+|['.,]+$/g, '') : word;
    if (bare === '' || FILLERS.has(bare)) continue;
    for (const spelled of spelledOut(bare).split(' ')) if (spelled !== plain.at(-1)) plain.push(spelled);
  }
  return plain.join(' ');
});

const BETWEEN = /[^\p{L}\p{N}'.,%€$£]+/u;
/** The same where there is nothing else, in half the time. */
const BETWEEN_ASCII = /[^a-z0-9'.,%$]+/;
const EDGED = /^['.,]|['.,]$/;

const FILLERS = new Set('um umm uhm uh er erm hmm hm mm ehm eh ah ahem äh'.split(' ').map(folded));

function spelledOut(word: string): string {
  const whole = CONTRACTIONS.get(word);
  if (whole !== undefined) return whole;
  const at = word.indexOf("'");
  if (at <= 0) return word;
  if (word.endsWith("n't")) return `${word.slice(0, -3)} not`;
  const [stem, ending] = [word.slice(0, at), word.slice(at + 1)];
  // "Ada's" is a possessive, "she's" is not.
  if (ending === 's') return SUBJECTS.has(stem) ? `${stem} is` : word;
  const verb = ENDINGS.get(ending);
  return verb === undefined ? word : `${stem} ${verb}`;
}

const ENDINGS = new Map([
  ['m', 'am'],
  ['re', 'are'],
  ['ve', 'have'],
  ['ll', 'will'],
  ['d', 'would'],
]);

const SUBJECTS = new Set(
  'he she it that this what who where when how there here everything nobody'.split(' '),
);

const CONTRACTIONS = new Map([
  ["can't", 'can not'],
  ['cant', 'can not'],
  ['cannot', 'can not'],
  ["won't", 'will not'],
  ['wont', 'will not'],
  ["ain't", 'is not'],
  ['aint', 'is not'],
  ["let's", 'let us'],
  ["y'all", 'you'],
  ['im', 'i am'],
  ['ive', 'i have'],
  ['dont', 'do not'],
  ['doesnt', 'does not'],
  ['didnt', 'did not'],
  ['isnt', 'is not'],
  ['arent', 'are not'],
  ['wasnt', 'was not'],
  ['havent', 'have not'],
  ['hasnt', 'has not'],
  ['hadnt', 'had not'],
  ['wouldnt', 'would not'],
  ['couldnt', 'could not'],
  ['shouldnt', 'should not'],
  ['thats', 'that is'],
  ['whats', 'what is'],
  ['whos', 'who is'],
  ['hows', 'how is'],
  ['youre', 'you are'],
  ['youve', 'you have'],
  ['gonna', 'going to'],
  ['wanna', 'want to'],
  ['gotta', 'have to'],
  ['lemme', 'let me'],
  ['gimme', 'give me'],
  ['dunno', 'do not know'],
  ['ok', 'okay'],
  ['anymore', 'any more'],
]);
