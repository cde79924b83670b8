import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sorts the keys of every table in packages/language/locales, breaks long phrases and formats the files. Writes the list
 * of languages from the folders.
 */

const LONGEST_LINE = 120;

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands around a text in its line: its key or nothing, quotation marks, a comma. */
function tidied(value: Json, depth: number, key = ''): Json {
  if (typeof value === 'string') {
    const room = LONGEST_LINE - 2 * depth - (key === '' ? 0 : key.length + 4) - 1;
    return JSON.stringify(value).length <= room
      ? value
      : { phrase: pieces(value, LONGEST_LINE - 2 * depth - 9) };
  }
  if (Array.isArray(value)) return value.map((item: Json) => tidied(item, depth + 1));
  if (!isObject(value)) return value;
  if ('phrase' in value && Array.isArray(value.phrase)) {
    const { note } = value;
    const whole = tidied(value.phrase.join(''), depth, key);
    if (note === undefined) return whole;
    return { note, ...(isObject(whole) ? whole : { phrase: whole }) };
  }
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, tidied(value[name] ?? null, depth + 1, name)]),
  );
}

/** Broken behind a space or before a bar, where a reader breaks it too. */
function pieces(text: string, longest: number): string[] {
  if (JSON.stringify(text).length <= longest) return [text];
  let end = longest - 2;
  while (JSON.stringify(text.slice(0, end)).length > longest) end -= 1;
  const space = text.lastIndexOf(' ', end - 1) + 1;
  const bar = text.lastIndexOf('|', end);
  const at = Math.max(space, bar) > 0 ? Math.max(space, bar) : end;
  return [text.slice(0, at), ...pieces(text.slice(at), longest)];
}

const packageFolder = join(import.meta.dirname, '../packages/language');
const folder = join(packageFolder, 'locales');
for (const language of readdirSync(folder)) {
  for (const name of readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))) {
    const path = join(folder, language, name);
    const table = JSON.parse(readFileSync(path, 'utf8')) as Json;
    // The order of a schema is that of its author.
    if (language !== 'schema') writeFileSync(path, `${JSON.stringify(tidied(table, 0), null, 2)}\n`);
  }
}
writeLanguageTable(join(packageFolder, 'src/language-table.ts'));
const biome = join(import.meta.dirname, '../node_modules/.bin/biome');
process.exit(spawnSync(biome, ['format', '--write', folder], { stdio: 'inherit' }).status ?? 1);

/** Lists a language for each folder. Menus show them in this order, so that known ones keep their place. */
function writeLanguageTable(path: string): void {
  const before = readFileSync(path, 'utf8');
  const known = [...before.matchAll(/^ {2}([A-Z]+):/gm)].map(([, code]) => code?.toLowerCase() ?? '');
  const present = readdirSync(folder).filter((name) => name !== 'schema');
  const codes = [...new Set([...known, ...present])].filter((code) => present.includes(code));
  const rows = codes.map((code) => {
    const { locale, direction } = JSON.parse(readFileSync(join(folder, code, 'language.json'), 'utf8'));
    return `  ${code.toUpperCase()}: { locale: '${locale}', direction: '${direction}' },\n`;
  });
  writeFileSync(path, before.replace(/\{\n.*\n\}/s, `{\n${rows.join('')}}`));
}
