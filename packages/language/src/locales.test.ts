import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { english } from './english-tables.ts';
import { isRightToLeft, languages, localeOf } from './language.ts';
import { writing } from './locale-tables.ts';
import { expanded } from './locale-text.ts';

const folder = new URL('../locales/', import.meta.url);
const LONGEST_LINE = 120;
const FORMAT = 'run: npx node scripts/format-locales.ts';

const folders = readdirSync(folder).filter((name) => name !== 'schema');
const kinds = readdirSync(new URL('schema/', folder)).map((name) => basename(name, '.json'));
const filesOf = (code: string): string[] => readdirSync(new URL(`${code}/`, folder));
const textOf = (path: string): string => readFileSync(new URL(path, folder), 'utf8');

const ajv = new Ajv2020({ allErrors: true });
const schemas = new Map(
  kinds.map((kind) => {
    const schema = JSON.parse(textOf(`schema/${kind}.json`)) as { readonly $comment?: string };
    return [
      kind,
      { isOptional: schema.$comment?.startsWith('Optional') === true, validate: ajv.compile(schema) },
    ];
  }),
);

test('every locale folder is a listed language, and every language has a folder', () => {
  expect([...languages].map((language) => language.toLowerCase()).sort(), FORMAT).toEqual(
    [...folders].sort(),
  );
});

describe.each(languages)('the locale %s', (language) => {
  const code = language.toLowerCase();

  test('the locale has a file of every kind', () => {
    const found = filesOf(code).map((name) => basename(name, '.json'));
    const wanted = kinds.filter((kind) => found.includes(kind) || !schemas.get(kind)?.isOptional);
    expect(found.sort(), 'each needs a schema in locales/schema').toEqual(wanted.sort());
  });

  test.each(filesOf(code))('the locale file %s matches its schema', (name) => {
    const validate = schemas.get(basename(name, '.json'))?.validate;
    validate?.(expanded(JSON.parse(textOf(`${code}/${name}`))));
    expect(validate?.errors ?? []).toEqual([]);
  });

  test.each(filesOf(code))('the locale file %s has sorted keys and no long lines', (name) => {
    const text = textOf(`${code}/${name}`);
    expect(JSON.stringify(JSON.parse(text)), FORMAT).toBe(JSON.stringify(sorted(JSON.parse(text))));
    expect(
      text.split('\n').filter((line) => line.length > LONGEST_LINE),
      FORMAT,
    ).toEqual([]);
  });

  test('the copy of a locale for browsers, which cannot read its files, has the same values', () => {
    expect(writing[language], FORMAT).toMatchObject({
      locale: localeOf(language),
      direction: isRightToLeft(language) ? 'rtl' : 'ltr',
    });
  });
});

test('a phrase in a locale file can have a note, several pieces, and parts shared with others', () => {
  const file = {
    parts: { WHO: '(a|the) {HUMAN}', HUMAN: '(person|{BEING})', BEING: 'human being' },
    person: [{ note: 'why it is here', phrase: 'give me {WHO}' }, { phrase: ['get me ', '{question}'] }],
    phrase: { phrase: 'kept', other: 'because this is no phrase with a note' },
  };
  expect(expanded(file)).toEqual({
    person: ['give me (a|the) (person|human being)', 'get me {question}'],
    phrase: { phrase: 'kept', other: 'because this is no phrase with a note' },
  });
  expect(english.yesNo.noBefore).not.toMatch(/\{[A-Z]/);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
