import { expect, test } from 'vitest';
import { WordPieces } from './word-pieces.ts';

const vocab = Object.fromEntries(
  ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'cafe', 'un', '##believ', '##ably', '?', '東', 'ok', '##s'].map(
    (piece, id) => [piece, id],
  ),
);
const pieces = new WordPieces({
  model: { vocab, unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 20 },
});
const names = (text: string, most = 50) => pieces.idsOf(text, most).map((id) => Object.keys(vocab)[id]);

test.each<[string, string, string[]]>([
  ['case and accents', 'CAFÉ', ['cafe']],
  ['pieces of a longer word', 'unbelievably', ['un', '##believ', '##ably']],
  ['punctuation as pieces of its own', 'ok??', ['ok', '?', '?']],
  ['ideographs as pieces of their own', '東ok', ['東', 'ok']],
  ['a word with an unknown piece', 'unknown', ['[UNK]']],
  ['a word that is too long', 'ok'.repeat(30), ['[UNK]']],
  ['invisible characters', 'o\u200bk\u0000', ['ok']],
  ['names of built-in object properties', 'constructor', ['[UNK]']],
  ['nothing', '', []],
])('text for the embedder is split into word pieces: %s', (_, text, expected) => {
  expect(names(text)).toEqual(['[CLS]', ...expected, '[SEP]']);
});

test('a long text for the embedder is truncated and keeps its end token', () => {
  expect(names('ok '.repeat(100), 5)).toEqual(['[CLS]', 'ok', 'ok', 'ok', '[SEP]']);
  expect(names('ok unbelievably', 4)).toEqual(['[CLS]', 'ok', 'un', '[SEP]']);
});
