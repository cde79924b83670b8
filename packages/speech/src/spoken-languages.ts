import type { PlanVoice } from '@parley/call-engine/plan.ts';
import type { Language } from '@parley/language/language.ts';

/** Whom a call could be heard and spoken by, as far as its language goes. */
export interface SpokenLanguages {
  transcribes(language: Language): boolean;
  /** The vendor that an agent names speaks for it too, where it is configured. */
  speaks(language: Language, voice: Pick<PlanVoice, 'provider'>): boolean;
}

/** Whether a call can be held aloud. */
export const isSpoken = (
  languages: SpokenLanguages,
  language: Language,
  voice: Pick<PlanVoice, 'provider'>,
): boolean => languages.transcribes(language) && languages.speaks(language, voice);
