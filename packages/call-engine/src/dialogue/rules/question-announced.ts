import { speechOf, wordCount } from '@parley/language/speech.ts';
import type { CallContext } from '../dialogue-model.ts';
import { leaning } from './expected-answer.ts';
import { cuesOf } from './foreign-cues.ts';
import { invitesQuestions } from './inquiry-cues.ts';

/** A yes with a word or two beside it; more than that is the question itself, or something else. */
const MOST_WORDS = 4;

/** "Any questions?" – "Yes": they have one, and it is yet to be asked. */
export function isQuestionAnnounced({ turns, plan }: CallContext): boolean {
  const [asked, heard] = [turns.findLast(({ speaker }) => speaker === 'agent'), turns.at(-1)];
  if (heard?.speaker !== 'contact' || asked === undefined) return false;
  if (!invitesQuestions(lastSentence(asked.text), plan.language)) return false;
  const { clauses, plain } = speechOf(heard.text);
  const foreign = cuesOf(plan.language);
  return wordCount(plain) <= MOST_WORDS && leaning({ clauses, question: '', foreign }) === 'yes';
}

const lastSentence = (text: string): string => text.split(/(?<=[.!。！])\s*/u).at(-1) ?? '';
