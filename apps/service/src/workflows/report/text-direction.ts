const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const LETTERS = /\p{L}/gu;

/**
 * The direction that a text runs in, whatever the report's is: an English sentence in an Arabic report, or the other
 * way round, would have its ends and its full stop on the wrong side. What has no letters runs as the report does.
 */
export function directionOf(words: string, ofReport: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const letters = words.match(LETTERS)?.length ?? 0;
  if (letters === 0) return ofReport;
  const fromTheRight = words.match(RIGHT_TO_LEFT)?.length ?? 0;
  return fromTheRight * 2 >= letters ? 'rtl' : 'ltr';
}
