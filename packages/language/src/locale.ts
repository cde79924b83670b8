import { existsSync, readFileSync } from 'node:fs';
import { type Language, languages } from './language.ts';
import { expanded } from './locale-text.ts';

const folder = new URL('../locales/', import.meta.url);

/**
 * One kind of table, such as `phrases`, for every language: the content of `locales/<code>/<file>.json`.
 * A language is read when it is first asked for, so a process pays only for the languages it speaks.
 */
export function localeTables<T>(file: string): Readonly<Record<Language, T>> {
  const tables = {} as Record<Language, T>;
  for (const language of languages) {
    let table: T | undefined;
    Object.defineProperty(tables, language, {
      enumerable: true,
      get: () => {
        table ??= readLocale(language, file) as T;
        return table;
      },
    });
  }
  return tables;
}

/** The content of `locales/<code>/<file>.json`, every phrase as one string. */
export function readLocale(language: Language, file: string): unknown {
  return expanded(
    JSON.parse(readFileSync(new URL(`${language.toLowerCase()}/${file}.json`, folder), 'utf8')),
  );
}

/** Whether a language has such a table: a few tables exist only where the language needs them. */
export const hasLocale = (language: Language, file: string): boolean =>
  existsSync(new URL(`${language.toLowerCase()}/${file}.json`, folder));
