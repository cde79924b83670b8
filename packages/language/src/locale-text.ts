export type LocaleFile =
  | string
  | number
  | boolean
  | null
  | readonly LocaleFile[]
  | { readonly [key: string]: LocaleFile };

/**
 * The content of a locale file, every text as one string. The files may write a phrase with a note, or over several
 * lines (`{ "note": "…", "phrase": ["…", "…"] }`), and `{NAME}` for a piece that several phrases share (`parts`).
 * Browsers use this too.
 */
export function expanded(file: LocaleFile): LocaleFile {
  const { parts = {}, ...table } = isObject(file)
    ? (plain(file) as Record<string, LocaleFile>)
    : { table: file };
  if (!isObject(parts) || Object.keys(parts).length === 0) return plain(file);
  const filled = (text: string): string => {
    const next = text.replaceAll(PART, (found, name: string) => String(parts[name] ?? found));
    return next === text ? text : filled(next);
  };
  return mapped(table, filled);
}

const PART = /\{([A-Z_]+)\}/g;

const isObject = (value: LocaleFile): value is { readonly [key: string]: LocaleFile } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function plain(value: LocaleFile): LocaleFile {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const { note: _, phrase, ...others } = value;
  if (phrase !== undefined && Object.keys(others).length === 0)
    return Array.isArray(phrase) ? phrase.join('') : phrase;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function mapped(value: LocaleFile, change: (text: string) => string): LocaleFile {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: LocaleFile) => mapped(each, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]));
}
