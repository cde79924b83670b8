import type { Reply } from '../../../api/client.ts';
import type { Choice } from '../../../components/field.tsx';
import type { Settings } from './settings-form.ts';

export type AvailableVoices = Reply<'/voices', 'get'>;
type Voice = Settings['voice'];
type VoiceName = Pick<Voice, 'provider' | 'voiceId'>;

/** The value of the choice to name a voice that is not listed. */
export const OTHER = 'other';
/** The value of the choice to leave it to the language. */
const DEFAULT = '';

export const choiceOf = ({ provider, voiceId }: VoiceName): string =>
  provider === '' && voiceId === '' ? DEFAULT : JSON.stringify([provider, voiceId]);

export function voiceOf(choice: string): VoiceName {
  const [provider, voiceId] = choice === DEFAULT ? ['', ''] : (JSON.parse(choice) as [string, string]);
  return { provider, voiceId };
}

/** What can be chosen. A voice that is not listed is listed while it is the agent's. */
export function voiceChoices(available: AvailableVoices | undefined, current: VoiceName): Choice[] {
  const { voices = [], defaultProvider = null } = available ?? {};
  const providers = [...new Set(voices.map(({ provider }) => provider))];
  const listed: Choice[] = [
    { value: DEFAULT, words: defaultProvider === null ? 'Default' : `Default (${defaultProvider})` },
    ...providers.flatMap((provider) => [
      { value: choiceOf({ provider, voiceId: '' }), words: 'Default voice', group: provider },
      ...voices
        .filter((voice) => voice.provider === provider)
        .map((voice) => ({
          value: choiceOf(voice),
          words: voice.note === null ? voice.name : `${voice.name} (${voice.note})`,
          group: provider,
        })),
    ]),
  ];
  const isListed = listed.some(({ value }) => value === choiceOf(current));
  const own = [current.provider, current.voiceId].filter((part) => part !== '').join(': ');
  return [
    ...listed,
    ...(isListed ? [] : [{ value: choiceOf(current), words: own }]),
    { value: OTHER, words: 'Another voice…' },
  ];
}

/** A speed that is being typed is not one yet. */
export function sentVoice({ provider, voiceId, speed }: Voice) {
  const number = Number(speed);
  return {
    provider: provider.trim() || null,
    voiceId: voiceId.trim() || null,
    ...(number >= 0.5 && number <= 2 && { speed: number }),
  };
}
