/** What people put before what they really meant. The rest of the text is what counts. */
const CORRECTION = new RegExp(
  [
    /\b(?:no,? wait|wait,? no|oh,? wait|scratch that|correction|or rather|let me correct (?:that|myself)|i have to correct myself|i meant?|sorry,? no|or no|on second thoughts?|let us say|let's say|make (?:it|that)|actually)\b[,:.]?(?: sorry,?)?/,
    // "Fifteen. No, sixteen": a "no" that is followed by something other than a reason.
    /(?<=[.!?,;…] )no,(?= )/,
    /\b(?:nein,? (?:moment|quatsch|warten sie|doch)|quatsch|ich meine|genauer gesagt|besser gesagt|korrektur)\b[,:.]?/,
    /(?:\bnon,? (?:pardon|attendez)|je veux dire|plutôt)(?![p{L}])[,:]?/,
    /(?:\bperdón|quiero decir|mejor dicho|digo)(?![p{L}])[,:]?/,
    /\b(?:anzi|volevo dire|quer dizer|aliás|ik bedoel|of nee|miałem na myśli|mám na mysli)\b[,:]?/,
    /(?:不对|我是说|应该是|أقصد|بل|التصحيح)[，,：،]?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/** "Eight vans and two trucks, so ten." */
const SUM = /(?:,|\band) (?:so|so that is|so that's|that makes|which makes|makes|altogether|in total)(?= )/gi;

/** What follows their last correction; undefined when they did not correct themselves. */
export const afterCorrection = (text: string): string | undefined => afterLast(text, CORRECTION);

/** The same for an amount, which is also put right by adding up. */
export const afterAddition = (text: string): string | undefined => afterLast(text, SUM);

function afterLast(text: string, pattern: RegExp): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) return undefined;
  const rest = text.slice(last.index + last[0].length).trim();
  return rest === '' ? undefined : rest;
}
