import { systemCallClock } from '../calls/speech/call-clock.ts';
import { energyDetector } from '../calls/speech/energy-detector.ts';
import type { CallRecordings } from '../workflows/call-recordings.ts';
import type { MakeSpokenParty, SpokenCall } from '../workflows/spoken-parties.ts';
import type { Speech } from './speech.ts';
import { makeSpokenParties } from './spoken-calls.ts';
import type { House } from './wiring.ts';

/** Gives a leg that carries sound an ear and a voice as they are configured; undefined: there are none to give. */
export function makeSpeaking(
  house: House,
  speech: Speech,
  recordings: CallRecordings,
): MakeSpokenParty | undefined {
  if (speech.ears.length === 0 || speech.voices.length === 0) return undefined;
  return makeSpokenParties(house, {
    recordings,
    detector: energyDetector,
    clock: systemCallClock,
    earsFor: ({ plan, note }) => {
      // Whose voice it is does not concern the ear, and is told of once.
      const { ear } = speech.forCall({ ...plan.voice, provider: null }, telling(note, 'ear'));
      return [{ name: 'configured', ear }];
    },
    voicesFor: ({ plan, note }) => {
      const { voice } = speech.forCall(plan.voice, telling(note, 'voice'));
      return [{ name: 'configured', voice, voiceId: plan.voice.voiceId }];
    },
  });
}

const telling = (note: SpokenCall['note'], part: 'ear' | 'voice') => (message: string) =>
  note({ kind: 'trouble', part, message });
