import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { CallRecordings } from '../workflows/call-recordings.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
import type { Speech } from './speech.ts';
import { makeSpokenParties } from './spoken-calls.ts';
import type { Services } from './wiring.ts';

/** Gives a leg that carries sound an ear and a voice as they are configured; undefined: there are none to give. */
export function makeSpeaking(
  services: Services,
  speech: Speech,
  recordings: CallRecordings,
): MakeSpokenParty | undefined {
  if (speech.sttChoices.length === 0 || speech.ttsChoices.length === 0) return undefined;
  return makeSpokenParties(services, {
    recordings,
    detector: speech.detector,
    clock: systemCallClock,
    speechFor: ({ voice }, note) => speech.forCall(voice, note),
  });
}
