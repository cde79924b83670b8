import type { AudioLeg } from '@parley/audio/audio-leg.ts';
import { callPhrases } from '@parley/call-engine/conductor/expected-phrases.ts';
import type { Note, NoteTrouble } from '@parley/call-engine/journal.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import type { SpeechDetector } from '@parley/speech/speech-detector.ts';
import type { OnSpeechRequest, SpeechRequest } from '@parley/speech/speech-request.ts';
import type { SpeechToText } from '@parley/speech/speech-to-text.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import type { CallRecordings } from './call-recordings.ts';

export interface SpokenPartiesOptions {
  readonly speechFor: (plan: CallPlan, note: NoteTrouble, onRequest: OnSpeechRequest) => CallSpeech;
  /** Told of each request to a vendor of speech. */
  readonly onSpeech?: ((attemptId: string, request: SpeechRequest) => void) | undefined;
  readonly detector: SpeechDetector;
  readonly clock: CallClock;
  /** Undefined: calls are not recorded. */
  readonly recordings: CallRecordings | undefined;
  readonly onTurn: (turn: TurnRecord) => void;
}

/** Speech to text and text to speech of one call. */
export interface CallSpeech {
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
}

export interface SpokenCall {
  readonly attemptId: string;
  readonly plan: CallPlan;
  readonly note: Note;
}

/** Makes a party of an audio leg; a line calls it when the call is answered. */
export type MakeSpokenParty = (leg: AudioLeg, call: SpokenCall) => Party;

export const spokenParties =
  (options: SpokenPartiesOptions): MakeSpokenParty =>
  (leg, { attemptId, plan, note }) => {
    const { detector, clock } = options;
    const recorder = options.recordings?.open(attemptId, leg.rateHz, note);
    const noteTrouble: NoteTrouble = (part, message, instead) =>
      note({ kind: 'trouble', part, message, ...(instead === undefined ? {} : { instead }) });
    return spokenParty({
      leg,
      ...options.speechFor(plan, noteTrouble, (request) => options.onSpeech?.(attemptId, request)),
      voiceId: plan.voice.voiceId,
      detector,
      clock,
      language: plan.language.toLowerCase(),
      speed: plan.voice.speed,
      hints: callPhrases(plan),
      ...(recorder ? { recorder } : {}),
      onTurn(turn) {
        note({ kind: 'turn', ...turn });
        options.onTurn(turn);
      },
      note: noteTrouble,
    });
  };
