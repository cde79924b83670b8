const DIGITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** Spelt in two ways, spoken in one. */
const SAME: Readonly<Record<string, string>> = { license: 'licence', ok: 'okay', alright: 'right' };

/** Words without marks, capitals and digits, so that only what was heard is compared. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'m", ' am')
    .replaceAll('4000', 'four thousand')
    .replace(/\d+/g, (digits) => ` ${DIGITS[Number(digits)] ?? digits} `)
    .replace(/[^a-z ]/g, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word) => SAME[word] ?? word);

/** How many words must be changed, added or left out until one is the other. */
export function wordErrors(said: string, heard: string): number {
  const [from, to] = [wordsOf(said), wordsOf(heard)];
  let before = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [row, word] of from.entries()) {
    const now = [row + 1];
    for (const [column, other] of to.entries())
      now.push(
        Math.min(
          (before[column] as number) + (word === other ? 0 : 1),
          (before[column + 1] as number) + 1,
          (now[column] as number) + 1,
        ),
      );
    before = now;
  }
  return before.at(-1) as number;
}
