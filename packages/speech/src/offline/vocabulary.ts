/** Tokens of a sentence-piece model, by their number. */
export interface Vocabulary {
  textOf(tokens: readonly number[]): string;
}

/** How every vocabulary of this kind begins. */
const BEGINNING = '<unk>\n<s>\n</s>\n';
const SPECIAL_TOKENS = 3;
const BYTE_TOKEN = /^<0x([0-9A-F]{2})>$/;

/** The vocabulary that stands in a script as one base64 string of lines. */
export function vocabularyIn(script: string): Vocabulary {
  // Fifteen bytes are twenty characters of base64 exactly, so what follows does not change them.
  const start = script.indexOf(Buffer.from(BEGINNING).toString('base64'));
  if (start < 0) throw new Error('There is no vocabulary in the script of the speech model');
  const quote = script[start - 1] as string;
  const lines = Buffer.from(script.slice(start, script.indexOf(quote, start)), 'base64').toString('utf8');
  return vocabularyOf(lines.split('\n'));
}

export function vocabularyOf(pieces: readonly string[]): Vocabulary {
  const bytes = pieces.map((piece, token) => {
    if (token < SPECIAL_TOKENS) return Buffer.alloc(0);
    const byte = BYTE_TOKEN.exec(piece)?.[1];
    return byte === undefined ? Buffer.from(piece.replaceAll('▁', ' ')) : Buffer.from(byte, 'hex');
  });
  return {
    textOf: (tokens) =>
      // Tokens above the vocabulary are marks without words.
      Buffer.concat(tokens.map((token) => bytes[token] ?? Buffer.alloc(0)))
        .toString('utf8')
        .replace(/\s+/g, ' ')
        .trim(),
  };
}
