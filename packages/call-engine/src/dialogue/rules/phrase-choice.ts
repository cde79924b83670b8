import { spellingOf } from '@parley/language/serbian-script.ts';
import type { CallContext } from '../dialogue-model.ts';
import { type Phrase, phraseBooks } from './phrase-book.ts';

type Filling = Readonly<Partial<Record<Placeholder, string>>>;
type Placeholder = 'question' | 'title' | 'choices' | 'time' | 'duration' | 'company' | 'agent' | 'contact';

/**
 * One of the variants of a phrase, filled in: of those that were said longest ago, or never, the one that the
 * seed and the number of turns point at. The same call so gives the same words, and nothing is said twice in a
 * row while there is another way of saying it.
 */
export function phrase(name: Phrase, context: CallContext, filling: Filling = {}): string {
  const spelled = spellingOf(context.plan);
  const variants = phraseBooks[context.plan.language][name].map(spelled);
  const first = mixed(context.seed, context.turns.length) % variants.length;
  const inTurn = [...variants.slice(first), ...variants.slice(0, first)];
  const said = context.turns.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
  const stalest = inTurn
    .map((variant) => ({ variant, last: said.findLastIndex((text) => isIn(text, variant)) }))
    .reduce((best, one) => (one.last < best.last ? one : best));
  return spelled(stalest.variant.replaceAll(PLACEHOLDER, (_, key: Placeholder) => filling[key] ?? ''));
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Whether a variant was said, whatever was put in. */
const isIn = (text: string, variant: string): boolean =>
  variant.split(/\{\w+\}/).every((part) => text.includes(part.trim()));

/** Neighbouring seeds and turns point at unrelated variants (the finisher of MurmurHash3). */
function mixed(seed: number, turns: number): number {
  let hash = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(turns + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
