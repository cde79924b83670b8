/** A text of a locale file; one that is too long for a line is written in several. */
export type LongText = string | readonly string[];

export const wholeText = (text: LongText): string => (typeof text === 'string' ? text : text.join(' '));
