/** One to six words, five times or more in a row: nobody says that, and a model that has lost its way does. */
const LOOP = /\b((?:\S+\s+){0,5}?\S+)(?:\s+\1){4,}/gi;

export const withoutLoops = (text: string): string => text.replace(LOOP, '$1');
