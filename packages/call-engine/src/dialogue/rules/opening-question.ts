import { plainWords } from '@parley/language/speech.ts';
import type { CallContext } from '../dialogue-model.ts';
import { anyOf } from './cue-pattern.ts';

const identity = anyOf([
  '(speaking|talking|speak|talk|am i through) (to|with)',
  '(is|are) (this|that|you)(?! (a|an|the) )',
  'reached',
  'do i have',
  'the right (person|number)',
]);
const time = anyOf([
  '(minute|minutes|moment|second|seconds|time|now|convenient|quick chat|free|available|catch you)',
]);

/** What a bare "no" denies after our first message: being the contact, having time, or being interested. */
export function deniedAtOpening({ plan, turns }: CallContext): 'wrongPerson' | 'later' | 'notInterested' {
  const said = turns.findLast((turn) => turn.speaker === 'agent')?.text ?? '';
  const text = said.includes('?') ? said : plan.firstMessage.text;
  const end = text.lastIndexOf('?');
  if (end < 0) return 'notInterested';
  const question = plainWords(text.slice(0, end).split(/[.!?]/).at(-1) ?? '');
  if (time.test(question)) return 'later';
  return identity.test(question) ? 'wrongPerson' : 'notInterested';
}
