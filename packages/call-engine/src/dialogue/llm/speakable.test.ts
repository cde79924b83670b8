import { expect, test } from 'vitest';
import { SentenceCutter, speakable } from './speakable.ts';

test.each([
  ['**Great!** _Really_ `good`.', 'Great! Really good.'],
  ['*smiles* Hello there.', 'Hello there.'],
  ['[pause] Hello (a moment) there.', 'Hello (a moment) there.'],
  ['# Title\n- one\n- two', 'Title one two'],
  ['See [our page](https://acme.example) or https://acme.example/x now.', 'See our page or now.'],
  ['<b>Bold</b> <script>alert(1)</script>', 'Bold alert(1)'],
  ['Fine 👍🏽 thanks 🎉!', 'Fine thanks!'],
  ['Agent: Hello.', 'Hello.'],
  ['```json\n{"a":1}\n``` Hello.', 'Hello.'],
])('the speakable part of %o is %o', (text, said) => {
  expect(speakable(text)).toBe(said);
});

const cut = (text: string, size: number): string[] => {
  const cutter = new SentenceCutter();
  const sentences: string[] = [];
  for (let at = 0; at < text.length; at += size) sentences.push(...cutter.feed(text.slice(at, at + size)));
  return [...sentences, cutter.end()]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
};

test.each([
  ['One moment. Two, please! Three?', ['One moment.', 'Two, please!', 'Three?']],
  ['Ask Dr. Who at 3.5 km. Good.', ['Ask Dr. Who at 3.5 km. Good.']],
  ['はい。そうですね。', ['はい。', 'そうですね。']],
  ['Line one\nline two', ['Line one', 'line two']],
])('%o is split the same way however it is streamed', (text, sentences) => {
  for (let size = 1; size <= text.length; size += 1) expect(cut(text, size)).toEqual(sentences);
});
