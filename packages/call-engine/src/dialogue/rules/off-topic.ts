import { english } from '@parley/language/english-tables.ts';
import { cues, ofAllLanguages } from '@parley/language/locale-tables.ts';
import type { Speech } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

/** Prompt injection: attempts to give the agent another task or to extract its instructions. Never obeyed. */
const orders = anyOf(cues.EN.orders.whole);

/** The same in the other languages: to ignore or forget, and what. */
const foreignOrders = ofAllLanguages((languages) => {
  const others = languages.filter((language) => language !== 'EN').map((language) => cues[language].orders);
  const any = (list: 'ignore' | 'rules' | 'whole'): string =>
    others.flatMap((orders) => orders[list]).join('|');
  return new RegExp(
    `(?<![^ ])(?:${any('ignore')})[^ ]*(?: [^ ]+){0,5}? [^ ]*(?:${any('rules')})|${any('whole')}`,
  );
});

/** Requests that have nothing to do with a call like ours. */
const tasks = anyOf(english.wishes.unrelatedTasks);

/** Whether they speak to the machine rather than to the caller: to give it another task, or to get at its own. */
export const isOrder = ({ plain }: Pick<Speech, 'plain'>): boolean =>
  orders.test(plain) || foreignOrders().test(plain);

/** Whether what they say has nothing to do with the call. What the question itself speaks of is never off topic. */
export function isOffTopic(speech: Speech, question: string): boolean {
  if (isOrder(speech)) return true;
  const found = tasks.exec(speech.plain)?.[0];
  if (found === undefined) return false;
  const asked = new Set(contentStems(question));
  return !contentStems(found).some((stem) => asked.has(stem));
}
