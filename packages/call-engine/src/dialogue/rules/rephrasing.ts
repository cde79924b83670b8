import type { Language } from '@parley/language/language.ts';

/** The question itself, without what led up to it: "I'm calling about a job. Are you interested?" asks one thing. */
export function bareQuestion(text: string, language: Language): string {
  const [split, asked] = language === 'EL' ? [GREEK_SENTENCES, GREEK_ASKED] : [SENTENCES, ASKED];
  const questions = text
    .trim()
    .split(split)
    .filter((sentence) => asked.test(sentence));
  return questions.length === 0 ? text.trim() : questions.join(/^(JA|ZH)$/.test(language) ? '' : ' ');
}

const SENTENCES = /(?<=[.!?…؟])\s+|(?<=[。！？])\s*/u;
const ASKED = /[?？؟]["'”’»)]*$/u;
/** Greek asks with what is a semicolon elsewhere. */
const GREEK_SENTENCES = /(?<=[.!?…;\u037e])\s+/u;
const GREEK_ASKED = /[?;\u037e]["'”’»)]*$/u;

/**
 * The question in other words where that is safe: a plain English one is asked indirectly, which changes its form
 * and not its meaning. Any other question keeps its words.
 */
export function rephrased(text: string, language: Language): string {
  const question = text.trim();
  if (language !== 'EN') return question;
  for (const [pattern, indirect] of indirectly) {
    const match = pattern.exec(question);
    if (match !== null) return `could you tell me ${indirect(match)}?`;
  }
  return question;
}

/** One clause only: a second one ("and when?", "because…") would keep the order of a direct question. */
const REST = '((?:(?!\\b(?:and|or|but|because|if|when|since|while)\\b)[^,.;:?!])+)';

const indirectly: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [
    /^(what|who|where|how)(?: is|'s|’s) (your|the) ([\p{L}' -]+)\?$/iu,
    ([, asks = '', whose = '', noun = '']) => `${lower(asks)} ${lower(whose)} ${noun} is`,
  ],
  [
    /^(what|who|where|how) are (your) ([\p{L}' -]+)\?$/iu,
    ([, asks = '', whose = '', noun = '']) => `${lower(asks)} ${lower(whose)} ${noun} are`,
  ],
  [
    new RegExp(`^(when|where|how|why|how (?:soon|often|long)) (can|could|would|will) you ${REST}\\?$`, 'i'),
    ([, asks = '', may = '', rest = '']) => `${lower(asks)} you ${lower(may)} ${rest}`,
  ],
  [
    new RegExp(
      `^(can|could|would|will|are|were) you (?!please|tell|describe|explain|say|give|mind|spell|repeat|confirm)${REST}\\?$`,
      'i',
    ),
    ([, verb = '', rest = '']) => `whether you ${lower(verb)} ${rest}`,
  ],
  [new RegExp(`^do you ${REST}\\?$`, 'i'), ([, rest = '']) => `whether you ${rest}`],
];

const lower = (word: string): string => word.toLowerCase();
