import { useQuery } from '@tanstack/react-query';
import { Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { get, postForFile } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { languageWords } from '../agent.ts';
import { useSettings } from './settings-form.ts';
import { choiceOf, OTHER, sentVoice, voiceChoices, voiceOf } from './voice-choice.ts';
import { useVoicePlayer } from './voice-player.ts';

/** Chooses a voice that speaks the language of the agent, and plays it. */
export function VoicePicker() {
  const { agent, values, set, errorAt } = useSettings();
  const { voice, language } = values;
  const [isOther, setOther] = useState(false);
  const voices = useQuery({
    queryKey: ['voices', language],
    queryFn: ({ signal }) => get('/voices', { query: { language }, signal }),
  });
  const choose = (choice: string) => {
    setOther(choice === OTHER);
    if (choice !== OTHER) set({ voice: { ...voice, ...voiceOf(choice) } });
  };
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <SelectField
            label="Voice"
            choices={voiceChoices(voices.data, voice)}
            value={isOther ? OTHER : choiceOf(voice)}
            error={isOther ? undefined : (errorAt('voice.provider') ?? errorAt('voice.voiceId'))}
            onChange={(event) => choose(event.target.value)}
          />
        </div>
        <PlayVoice agentId={agent.id} />
      </div>
      {isOther && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Voice provider"
            value={voice.provider}
            error={errorAt('voice.provider')}
            onChange={(event) => set({ voice: { ...voice, provider: event.target.value } })}
          />
          <TextField
            label="Voice id"
            hint="As the provider names it."
            value={voice.voiceId}
            error={errorAt('voice.voiceId')}
            onChange={(event) => set({ voice: { ...voice, voiceId: event.target.value } })}
          />
        </div>
      )}
      <div role="status" className="flex flex-col gap-1 text-xs">
        {voices.isPending && <p className="text-soft">Loading the voices for {languageWords(language)}…</p>}
        {voices.error && <p className="text-bad">{voices.error.message}</p>}
        {voices.data?.problems.map((problem) => (
          <p key={problem} className="text-warn">
            {problem}
          </p>
        ))}
        {voices.data?.voices.length === 0 && (
          <a href="/docs/speech" className="w-fit text-soft underline decoration-dotted hover:text-ink">
            How to add voices
          </a>
        )}
      </div>
    </div>
  );
}

/** Says what the agent says first, with the settings of the form. */
function PlayVoice({ agentId }: { readonly agentId: string }) {
  const { values } = useSettings();
  const { state, problem, play, stop } = useVoicePlayer();
  const { language } = values;
  const voice = sentVoice(values.voice);
  const heard = JSON.stringify([language, voice]);
  // Another voice is not the one that is being heard.
  useEffect(() => stop, [heard, stop]);
  const isStopped = state === 'stopped';
  return (
    <>
      <Button
        icon={isStopped ? <Play size={16} aria-hidden /> : <Square size={16} aria-hidden />}
        onClick={() =>
          isStopped
            ? play((signal) =>
                postForFile(
                  '/agents/{id}/voice-preview',
                  { language, voice },
                  { path: { id: agentId }, signal },
                ),
              )
            : stop()
        }
      >
        {isStopped ? 'Play voice' : 'Stop playing'}
      </Button>
      <p role="alert" className="basis-full text-xs text-bad empty:hidden">
        {problem}
      </p>
      <span role="status" className="sr-only">
        {state === 'loading' ? 'Loading the audio' : state === 'playing' ? 'Playing' : ''}
      </span>
    </>
  );
}
