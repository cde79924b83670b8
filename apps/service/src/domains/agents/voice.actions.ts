import type { Voice } from '@parley/contract/agent.ts';
import { type AvailableVoices, MOST_SAID, type VoicePreviewRequest } from '@parley/contract/voice.ts';
import type { Language } from '@parley/language/language.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import type { Company } from '../companies/company.model.ts';
import { getAgent } from './agent.actions.ts';
import { type Agent, completeVoice } from './agent.model.ts';
import { withDisclosure } from './disclosure.model.ts';
import { flowOf, phrasesIn } from './focus-flow.model.ts';
import { tokenValues } from './known-data.model.ts';
import { fillSpoken } from './token.model.ts';

/** What this installation can speak with. */
export interface Voices {
  list(language: Language): Promise<AvailableVoices>;
  /** A WAV file. Takes turns among companies. */
  speak(companyId: string, speech: VoiceSpeech, signal: AbortSignal): Promise<Buffer>;
}

export interface VoiceSpeech {
  readonly text: string;
  readonly language: Language;
  readonly voice: Voice;
}

/** How a voice sounds, in what the agent says first or in a text. Nothing is stored. */
export async function previewVoice(
  scope: Scope,
  agentId: string,
  { language: wanted, voice, text }: VoicePreviewRequest,
  voices: Voices,
  signal: AbortSignal,
): Promise<Buffer> {
  const [agent, company] = await Promise.all([getAgent(scope, agentId), ownCompany(scope)]);
  const language = wanted ?? agent.language;
  const speech = {
    text: shortened(saidIn(language, agent, company, text)),
    language,
    voice: voice === undefined ? agent.settings.voice : completeVoice(voice),
  };
  return voices.speak(scope.companyId, speech, signal);
}

/** The same as previews of messages have. */
const EXAMPLE = { firstName: 'Ada', lastName: 'Novak', email: null, phoneNumber: null, fields: {} };

function saidIn(
  language: Language,
  agent: Agent,
  company: Pick<Company, 'name' | 'description'>,
  text: string | undefined,
): string {
  const values = tokenValues({ agent, company, contact: EXAMPLE, catalog: new Map(), job: null }, language);
  if (text !== undefined) return fillSpoken(text, values, language);
  // What the agent says is of no use in another language.
  const greeting =
    language === agent.language
      ? flowOf(agent, { workHistory: [] }, null).firstMessage.text
      : phrasesIn(language).greeting;
  return withDisclosure(fillSpoken(greeting, values, language), language);
}

/** Up to the last word that fits. */
function shortened(text: string): string {
  if (text.length <= MOST_SAID) return text;
  const cut = text.slice(0, MOST_SAID);
  return cut.slice(0, cut.lastIndexOf(' ') + 1).trim() || cut;
}
