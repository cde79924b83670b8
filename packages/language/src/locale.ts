import { existsSync, readFileSync } from 'node:fs';
import { type Language, languages } from './language.ts';

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

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * What the files may write in another way for whoever reads them: a phrase with a note, a phrase over several lines
 * (`{ "note": "…", "phrase": ["…", "…"] }`), and `{NAME}` for a piece that several phrases share (`parts`).
 */
export function expanded(file: Json): Json {
  const { parts = {}, ...table } = isObject(file) ? (plain(file) as Record<string, Json>) : { table: file };
  if (!isObject(parts) || Object.keys(parts).length === 0) return plain(file);
  const filled = (text: string): string => {
    const next = text.replaceAll(PART, (found, name: string) => String(parts[name] ?? found));
    return next === text ? text : filled(next);
  };
  return mapped(table, filled);
}

const PART = /\{([A-Z_]+)\}/g;

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const { note: _, phrase, ...others } = value;
  if (phrase !== undefined && Object.keys(others).length === 0)
    return Array.isArray(phrase) ? phrase.join('') : phrase;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function mapped(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: Json) => mapped(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]));
}
