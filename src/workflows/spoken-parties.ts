import type { Note } from '../calls/journal.ts';
import type { AudioLeg } from '../calls/lines/audio-leg.ts';
import type { Party } from '../calls/party.ts';
import type { CallPlan } from '../calls/plan.ts';
import type { CallClock } from '../calls/speech/call-clock.ts';
import type { SpeechDetector } from '../calls/speech/speech-detector.ts';
import { spokenParty } from '../calls/speech/spoken-party.ts';
import type { NamedEar } from '../calls/speech/steady-ear.ts';
import type { NamedVoice } from '../calls/speech/steady-voice.ts';
import type { TurnRecord } from '../calls/speech/turn-record.ts';
import type { CallRecordings } from './call-recordings.ts';

export interface SpokenPartiesOptions {
  /** In the order in which they are tried, for this call. */
  readonly earsFor: (call: SpokenCall) => readonly NamedEar[];
  readonly voicesFor: (call: SpokenCall) => readonly NamedVoice[];
  readonly detector: SpeechDetector;
  readonly clock: CallClock;
  /** Undefined: calls are not recorded. */
  readonly recordings: CallRecordings | undefined;
  readonly onTurn: (turn: TurnRecord) => void;
}

export interface SpokenCall {
  readonly attemptId: string;
  readonly plan: CallPlan;
  readonly note: Note;
}

/** Makes a party of a leg that carries sound; a line calls it once somebody is there. */
export type MakeSpokenParty = (leg: AudioLeg, call: SpokenCall) => Party;

export const spokenParties =
  (options: SpokenPartiesOptions): MakeSpokenParty =>
  (leg, call) => {
    const { detector, clock } = options;
    const { attemptId, plan, note } = call;
    const recorder = options.recordings?.open(attemptId, leg.rateHz, note);
    return spokenParty({
      leg,
      ears: options.earsFor(call),
      voices: options.voicesFor(call),
      detector,
      clock,
      language: plan.language.toLowerCase(),
      speed: plan.voice.speed,
      hints: [plan.contact.firstName, plan.contact.lastName, plan.company.name].filter((hint) => hint !== ''),
      ...(recorder ? { recorder } : {}),
      onTurn(turn) {
        note({ kind: 'turn', ...turn });
        options.onTurn(turn);
      },
      note: (part, message, instead) =>
        note({ kind: 'trouble', part, message, ...(instead === undefined ? {} : { instead }) }),
    });
  };
