import type { CallContext, Expectation, Turn } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { understand } from '@parley/call-engine/dialogue/rules/understanding.ts';
import type { Language } from '@parley/language/language.ts';
import { handingTo, scriptedPlan } from './scripted-plan.ts';

/** A Monday morning in Zurich. */
export const scriptedContext = (language: Language = 'EN', turns: readonly Turn[] = []): CallContext => ({
  plan: scriptedPlan([handingTo({ Sales: '+41', 'Technical support': '+42', Billing: '+43' })], {
    language,
    firstMessage: { id: 'first', text: 'Hello Ada, I am the AI assistant of Acme. Do you have a minute?' },
  }),
  turns,
  answeredAt: '2026-11-16T09:00:00Z',
  seed: 1,
});

/** A bare word is an expectation, words with a bar are labels, anything else is a question. */
export function expecting(words: string): Expectation {
  if (words === 'talk')
    return {
      kind: 'talk',
      section: { type: 'sequential', id: 'talk', prompt: 'Explain the role. Ask: "Does that sound good?"' },
    };
  if (words === 'opening' || words === 'message' || words === 'callback_time' || words === 'presence')
    return { kind: words };
  if (words.includes('|')) return { kind: 'choice', labels: words.split('|') };
  return { kind: 'answer', question: { id: 'question', text: words } };
}

/**
 * What the rules understood, as a short text in a fixed order: `later bye`, `person:Sales`, `yes`, `no`, `=5`,
 * `words`, `unclear`. A value of words is included only `withValue`.
 */
export function understoodAs(
  heard: string,
  expected: Expectation,
  context: CallContext,
  withValue = false,
): string {
  const { wants, machine, question, isOffTopic, isRefused, answer, isDone } = understand(
    heard,
    expected,
    context,
  );
  const label = wants.person?.label;
  const value = answer?.value;
  const said =
    value === true
      ? 'yes'
      : value === false
        ? 'no'
        : typeof value === 'number' || withValue
          ? `=${value}`
          : 'words';
  const parts: Record<string, boolean> = {
    [label === undefined ? 'person' : `person:${label}`]: wants.person !== undefined,
    never: wants.neverAgain === true,
    declines: wants.notInterested === true,
    wrong: wants.wrongPerson === true,
    later: wants.later !== undefined,
    bye: wants.goodbye === true,
    repeat: wants.repeat === true,
    moment: wants.moment === true,
    voicemail: machine === 'voicemail',
    screening: machine === 'screening',
    asks: question !== undefined,
    'off-topic': isOffTopic === true,
    refuses: isRefused === true,
    [answer?.isClear === false ? 'unclear' : said]: answer !== undefined,
    'go on': isDone === false,
  };
  return (
    Object.keys(parts)
      .filter((part) => parts[part])
      .join(' ') || 'nothing'
  );
}
