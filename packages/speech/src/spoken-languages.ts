import type { PlanVoice } from '@parley/call-engine/plan.ts';
import type { Language } from '@parley/language/language.ts';

/** Which languages the configured vendors support. */
export interface SpokenLanguages {
  transcribes(language: Language): boolean;
  /** Includes the vendor that the agent names, if it is configured. */
  speaks(language: Language, voice: Pick<PlanVoice, 'provider'>): boolean;
}

/** Whether a call can be spoken in this language. */
export const isSpoken = (
  languages: SpokenLanguages,
  language: Language,
  voice: Pick<PlanVoice, 'provider'>,
): boolean => languages.transcribes(language) && languages.speaks(language, voice);
