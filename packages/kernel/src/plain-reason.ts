const EDGES = /^[.,;:!?'"()[\]-]+|[.,;:!?'"()[\]-]+$/g;
const WORD = /^\p{L}*(?:['’]\p{L}+)?$/u;
/** Words of standard phrases (RFC 3261); others with a hyphen may be names of hosts. */
const STANDARD: ReadonlySet<string> = new Set(['Time-out', 'Request-URI']);
/** A server may send a response of many kilobytes. */
const LONGEST = 200;

/**
 * The reason phrase of a response for somebody who is not the customer of the trunk. It is free text, and providers write
 * accounts, numbers, gateways and addresses into it: only plain words are left.
 */
export function plainReason(phrase: string): string {
  const words = phrase
    .slice(0, LONGEST)
    .split(/\s+/)
    .map((word) => (STANDARD.has(word) || WORD.test(word.replaceAll(EDGES, '')) ? word : '…'));
  return words
    .filter((word, at) => word !== '…' || words[at - 1] !== '…')
    .join(' ')
    .trim();
}
