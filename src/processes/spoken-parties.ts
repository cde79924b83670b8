import type { Note } from '../calls/journal.ts';
import type { AudioLeg } from '../calls/lines/audio-leg.ts';
import type { Party } from '../calls/party.ts';
import type { CallPlan } from '../calls/plan.ts';
import { systemCallClock } from '../calls/speech/call-clock.ts';
import { energyDetector } from '../calls/speech/energy-detector.ts';
import { spokenParty } from '../calls/speech/spoken-party.ts';
import type { CallRecordings } from '../workflows/call-recordings.ts';
import type { Speech } from './speech.ts';

export interface SpokenOrder {
  readonly attemptId: string;
  readonly leg: AudioLeg;
  readonly plan: CallPlan;
  readonly note: Note;
}

/** Gives a leg that carries sound an ear and a voice, and keeps its sound; without recordings it is not kept. */
export const spokenParties =
  (speech: Speech, recordings: CallRecordings | undefined) =>
  ({ attemptId, leg, plan, note }: SpokenOrder): Party => {
    const { ear, voice } = speech.forCall(plan.voice, (message) =>
      note({ kind: 'trouble', part: /\bear\b/.test(message) ? 'ear' : 'voice', message }),
    );
    const { contact, company, agent } = plan;
    return spokenParty({
      leg,
      ears: [{ name: 'configured', ear }],
      voices: [{ name: 'configured', voice, voiceId: plan.voice.voiceId }],
      detector: energyDetector,
      language: plan.language.toLowerCase(),
      speed: plan.voice.speed,
      hints: [contact.firstName, contact.lastName, company.name, agent.name],
      clock: systemCallClock,
      ...(recordings ? { recorder: recordings.open(attemptId, leg.rateHz, note) } : {}),
      onTurn: (turn) => note({ kind: 'turn', ...turn }),
      note: (part, message, instead) =>
        note({ kind: 'trouble', part, message, ...(instead === undefined ? {} : { instead }) }),
    });
  };
