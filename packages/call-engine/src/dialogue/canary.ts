import { createHash } from 'node:crypto';
import type { CallContext } from './dialogue-model.ts';

const CONSONANTS = 'bdfgjklmnprstvwz';
const VOWELS = 'aeio';
const SYLLABLES = 6;

/**
 * A word that stands in the instructions of one call and nowhere else. Whoever hears it, hears the instructions: it
 * must never come out of a model. Pronounceable, so that a model would not hesitate to say it.
 */
export function canaryOf({ plan, seed }: Pick<CallContext, 'plan' | 'seed'>): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([plan.company.name, plan.agent.versionId, plan.contact.id, seed]))
    .digest();
  const syllables = [...digest.subarray(0, SYLLABLES)].map(
    (byte) => `${CONSONANTS[byte >> 4]}${VOWELS[byte & 3]}`,
  );
  return syllables.join('');
}

/** Whether a text gives the word away: plainly, spelled out, backwards, shifted or encoded. */
export function givesAway(canary: string, text: string): boolean {
  const letters = lettersOf(text);
  if (disguisesOf(canary).some((disguise) => letters.includes(disguise))) return true;
  return [Buffer.from(canary), Buffer.from(canary.toUpperCase())].some(
    (bytes) =>
      text.includes(bytes.toString('base64').slice(0, -2)) || letters.includes(bytes.toString('hex')),
  );
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

const disguisesOf = (canary: string): string[] => [canary, [...canary].reverse().join(''), shifted(canary)];

/** By half the alphabet, as riddles are. */
const shifted = (text: string): string =>
  text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
