import type { TrainedLanguage } from './word-classes.ts';

/**
 * Texts as the model reads them: small letters, contractions written out, no marks but those inside a turn. Speech to text writes
 * "don't", "dont" and "do not" for the same sounds, and often no punctuation at all.
 */
export function plainText(text: string, language: TrainedLanguage = 'en'): string {
  const expand = language === 'en' ? expanded : (whole: string) => whole;
  return expand(text.toLowerCase().replaceAll(/[’`´]/g, "'"))
    .replaceAll(/[^a-z0-9'?.,\u00c0-\u024f ]+/g, (mark) => (/[!;:…]/.test(mark) ? '. ' : ' '))
    .replaceAll(/'(?![a-z])|(?<![a-z])'/g, '')
    .replaceAll(/\s*([.,?])[.,?\s]*/g, (_, mark: string) => (mark === '?' ? ' ? ' : `${mark} `))
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.,\s]+|[.,\s]+$/g, '');
}

/** The same without any punctuation. */
export const spokenText = (plain: string): string =>
  plain.replaceAll(/[?.,]/g, ' ').replaceAll(/\s+/g, ' ').trim();

function expanded(text: string): string {
  return text
    .replaceAll(/\b(?:can't|cant|cannot)\b/g, 'can not')
    .replaceAll(/\b(?:won't|wont)\b/g, 'will not')
    .replaceAll(/\b(?:shan't|shant)\b/g, 'shall not')
    .replaceAll(
      /\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need|ai)n'?t\b/g,
      '$1 not',
    )
    .replaceAll(/\bai not\b/g, 'is not')
    .replaceAll(/\b(?:i'm|im)\b/g, 'i am')
    .replaceAll(/\b(?:i've|ive)\b/g, 'i have')
    .replaceAll(/\b(you|we|they)'?ve\b/g, '$1 have')
    .replaceAll(/\b(you|they)'?re\b/g, '$1 are')
    .replaceAll(/\bwe're\b/g, 'we are')
    .replaceAll(/\b(i|you|we|they|he|she|it|that|there|who)'ll\b/g, '$1 will')
    .replaceAll(/\b(i|you|we|they|he|she|it|that|there|who)'d\b/g, '$1 would')
    .replaceAll(/\b(that|what|who|where|how|there|it|here|when)'?s\b/g, (whole, word: string) =>
      whole === 'its' ? 'its' : `${word} is`,
    )
    .replaceAll(/\b(he|she)'s\b/g, '$1 is')
    .replaceAll(/\blet's\b/g, 'let us')
    .replaceAll(/\bgonna\b/g, 'going to')
    .replaceAll(/\bwanna\b/g, 'want to')
    .replaceAll(/\bgimme\b/g, 'give me');
}
