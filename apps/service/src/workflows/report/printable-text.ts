/** Signs that stand for nothing on paper, or that only colour fonts have. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\p{Variation_Selector}|\u20e3/gu;
/** Pictographs to Unicode, but plain signs of text to everybody. */
const KEPT = new Set('©®™‼⁉↔→');

/** As it can be printed: composed, on one line, without emoji. */
export const tidied = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\u202f\u2007]+/gu, ' ')
    .replaceAll(UNPRINTABLE, (sign) => (KEPT.has(sign) ? sign : ''))
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** Every text of a plain value through `change`. */
export function withTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change)) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withTexts(inner, change)]),
  ) as Value;
}

/** The signs that stand anywhere in the values. */
export function signsOf(...values: readonly unknown[]): Set<string> {
  const signs = new Set<string>();
  withTexts(values, (text) => {
    for (const sign of text) signs.add(sign);
    return text;
  });
  return signs;
}

/** With one question mark for every run of signs that no font has. */
export function withoutSigns(text: string, missing: ReadonlySet<string>): string {
  if (missing.size === 0) return text;
  let printed = '';
  let isIn = false;
  for (const sign of text) {
    const isMissing = missing.has(sign);
    if (!isMissing) printed += sign;
    else if (!isIn) printed += '?';
    isIn = isMissing;
  }
  return printed;
}
