import { expect, test } from 'vitest';
import { JsonObjectReader } from './schema-reply.ts';

const whole =
  '{"signs":["a","}"],"answer":null,"say":"He said \\"no\\" – \\u00e9 \\\\ fine.\\n","more":{"x":[1,{"y":2}]}}';

test('a field of a streamed JSON reply is available once complete, however the text is chunked', () => {
  for (let size = 1; size <= whole.length; size += 1) {
    const reader = new JsonObjectReader();
    for (let at = 0; at < whole.length; at += size) reader.feed(whole.slice(at, at + size));
    expect([reader.isComplete, { ...reader.fields }]).toEqual([true, JSON.parse(whole)]);
  }
});

test('the text read from a partial JSON reply only ever grows', () => {
  const reader = new JsonObjectReader();
  let before = '';
  for (const character of whole) {
    reader.feed(character);
    const now = reader.textOf('say');
    expect(now.startsWith(before)).toBe(true);
    before = now;
  }
  expect(before).toBe(JSON.parse(whole).say);
});

test('text around the JSON object is skipped, and an unfinished object is not complete', () => {
  const reader = new JsonObjectReader();
  reader.feed('Sure: ```json\n{"a": 1, "b": "x"}\n``` {"a": 2}');
  expect([reader.isComplete, { ...reader.fields }]).toEqual([true, { a: 1, b: 'x' }]);
  const cut = new JsonObjectReader();
  cut.feed('{"a": 1, "b": "x');
  expect([cut.isComplete, { ...cut.fields }, cut.textOf('b')]).toEqual([false, { a: 1 }, 'x']);
});
