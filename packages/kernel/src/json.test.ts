import { expect, test } from 'vitest';
import { unfitParts } from './json.ts';

const parsed = (text: string) => unfitParts(JSON.parse(text), 'body');

test('ordinary JSON is accepted', () => {
  expect(parsed('{"a":[1,-2.5,"x",null,{"b":true}],"é":"😀"}')).toEqual([]);
});

test('every unsafe place in a JSON value is named', () => {
  expect(parsed('{"a":"x\\u0000","b":[{"c":"\\ud800"}],"d":1e999}')).toEqual([
    'a must not contain a NUL character',
    'b[0].c must be well-formed Unicode',
    'd must be a finite number',
  ]);
});

test('a JSON property name that would reach the prototype is refused at any depth', () => {
  expect(parsed('{"metadata":{"__proto__":{"admin":true}}}')).toEqual([
    'metadata.__proto__ is not a known property',
  ]);
});

test('a NUL in a JSON property name is refused without repeating it', () => {
  expect(parsed('{"metadata":{"a\\u0000b":1}}')).toEqual([
    'metadata has a property whose name must not contain a NUL character',
  ]);
});

test('JSON with ten thousand levels of nesting is refused without a stack overflow', () => {
  expect(parsed(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toEqual([
    'body must not be nested deeper than 64 levels',
  ]);
});

test('the list of unsafe places in a JSON value is limited', () => {
  expect(parsed(JSON.stringify(Array.from({ length: 500 }, () => '\u0000'))).length).toBe(20);
});
