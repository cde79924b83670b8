import { phraseBooks } from '@parley/call-engine/dialogue/rules/phrase-book.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { RecordingConsentMode } from '@parley/contract/agent.ts';
import { recordingLawOf } from '@parley/kernel/calling-law.ts';
import type { Language } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import { spellingOf } from '@parley/language/serbian-script.ts';

/** What decides how a contact agrees to the recording. */
interface RecordedCall {
  /** The agent's; undefined: by the country. */
  readonly setting: RecordingConsentMode | undefined;
  /** The contact's, E.164; null: they have none. */
  readonly number: string | null;
  /** False: the operator answers for it, or it is on the simulated network, where the law of no country applies. */
  readonly followsLaw: boolean;
}

export const recordingConsentFor = ({ setting, number, followsLaw }: RecordedCall): RecordingConsentMode =>
  setting ?? (followsLaw ? recordingLawOf(number).consent : 'none');

/** The plan with how the contact agrees to the recording. A call that is not recorded asks nobody. */
export function withRecording(plan: CallPlan, isRecorded: boolean | undefined, call: RecordedCall): CallPlan {
  if (isRecorded === undefined) return plan;
  const mode = isRecorded ? recordingConsentFor(call) : 'none';
  if (mode === 'none') return { ...plan, isRecorded };
  if (mode === 'ask') return { ...plan, isRecorded, recordingConsent: { mode } };
  const { language, firstMessage } = plan;
  const notice = spellingOf(plan)(phraseBooks[language].announce_recording[0]);
  const text = withSentence(firstMessage.text, notice, language);
  return { ...plan, isRecorded, firstMessage: { ...firstMessage, text }, recordingConsent: { mode, notice } };
}

/** At the end, but before a question that the contact is to answer next. */
function withSentence(text: string, sentence: string, language: Language): string {
  const space = writing[language].spaces === 'none' ? '' : ' ';
  const question = LAST_QUESTION.exec(text);
  if (question === null || question.index === 0) return `${text}${space}${sentence}`;
  return `${text.slice(0, question.index).trimEnd()}${space}${sentence}${space}${question[0].trimStart()}`;
}

/** The Greek question mark looks like a semicolon. */
const LAST_QUESTION = /(?<=[.!。！])\s*[^.!?。！？؟;\u037e]+[?？؟;\u037e]["'”’»」』)\]]*$/u;
