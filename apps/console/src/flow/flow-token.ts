/** `{{contact.<key>}}` in a text, while it is typed. */

export interface TokenSpan {
  /** Of the braces that open it. */
  readonly start: number;
  /** Behind what there is of it. */
  readonly end: number;
  /** What was typed of its name. */
  readonly typed: string;
}

/** The token at the caret, when somebody is in the middle of writing one. */
export function tokenAt(text: string, caret: number): TokenSpan | undefined {
  const start = text.lastIndexOf('{{', caret - 1);
  if (start < 0 || start + 2 > caret) return undefined;
  const typed = text.slice(start + 2, caret);
  if (!/^\s*[\w.]*$/.test(typed)) return undefined;
  // The rest of a name and its closing braces, when it was whole before.
  const rest = /^[\w.]*\s*\}\}/.exec(text.slice(caret))?.[0] ?? '';
  return { start, end: caret + rest.length, typed: typed.trim() };
}

export interface KnownField {
  readonly key: string;
  readonly label: string;
}

const MAX_OFFERED = 8;

/** Fields that may be meant: those whose name begins so first, then those that have it in them. */
export function offered<Field extends KnownField>(fields: readonly Field[], typed: string): Field[] {
  const wanted = typed.replace(/^contact\.?/, '').toLowerCase();
  // "con" is the beginning of "contact." itself.
  if ('contact.'.startsWith(typed)) return fields.slice(0, MAX_OFFERED);
  const rank = ({ key, label }: Field): number => {
    if (key.startsWith(wanted)) return 0;
    if (label.toLowerCase().startsWith(wanted)) return 1;
    return key.includes(wanted) || label.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return fields
    .map((field) => ({ field, at: rank(field) }))
    .filter(({ at }) => at < 3)
    .sort((one, other) => one.at - other.at)
    .slice(0, MAX_OFFERED)
    .map(({ field }) => field);
}

/** The text with the token written out, and the caret behind it. */
export function complete(text: string, { start, end }: TokenSpan, key: string) {
  const token = `{{contact.${key}}}`;
  return { text: text.slice(0, start) + token + text.slice(end), caret: start + token.length };
}

/** Tokens that stand for nothing: no field has their name. */
export function unknownTokens(text: string, fields: readonly KnownField[]): string[] {
  const known = new Set(fields.map(({ key }) => `contact.${key}`));
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !known.has(name)))];
}
