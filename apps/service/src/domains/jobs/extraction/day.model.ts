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
