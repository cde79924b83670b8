/** An object of somebody else's data. */
export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** A text or a number as text; nothing else is one. */
export const textIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

/** The day of a date as data writes it: ISO, "2020-10-20 20:28:32 UTC", seconds or milliseconds since 1970. */
export function dayIn(value: unknown): string | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{10}(\d{3})?$/.test(value));
  const [, written] = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(typeof value === 'string' ? value : '') ?? [];
  const date = written !== undefined ? new Date(written) : isNumber ? ofNumber(Number(value)) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) return undefined;
  const day = date.toISOString().slice(0, 10);
  return /^\d{4}-/.test(day) ? day : undefined;
}

const ofNumber = (value: number): Date => new Date(value < 1e11 ? value * 1000 : value);
