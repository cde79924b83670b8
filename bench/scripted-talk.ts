import { type AudioLeg, FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import type { MediaSession } from '@parley/sip/media-session.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpeechDetector } from '@parley/speech/speech-detector.ts';
import type { RecognisedWords, SpeechToText } from '@parley/speech/speech-to-text.ts';
import { spokenParty } from '@parley/speech/spoken-party.ts';
import { StereoRecorder } from '@parley/speech/stereo-recorder.ts';
import { ScriptedTts } from '@parley/testing/scripted-tts.ts';

/** What the script asks for: everything beyond is ours. */
const EAR_MS = 50;
const VOICE_MS = 50;

/** Holds a call with whoever talks at the other end, recorded, until it is over: each time they pause it says a word. */
export async function talk(
  { sound }: MediaSession,
  detector: SpeechDetector,
  onFrame: (frame: Int16Array) => void,
  onTurn: (turn: TurnRecord) => void,
): Promise<void> {
  let hear: (frame: Int16Array) => void = () => undefined;
  sound.onSound((frame) => {
    onFrame(frame);
    hear(frame);
  });
  const leg: AudioLeg = {
    rateHz: sound.rateHz,
    onSound: (listener) => {
      hear = listener;
    },
    onDigit: (listener) => sound.onDigit(listener),
    play: (samples) => sound.play(samples),
    playedSamples: () => sound.playedSamples(),
    hush: () => sound.hush(),
    onLeft: () => undefined,
    transfer: async () => false,
    hangUp: async () => undefined,
  };
  const party = spokenParty({
    leg,
    stt: promptStt,
    tts: new ScriptedTts(systemCallClock, { latencyMs: VOICE_MS }),
    voiceId: null,
    detector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: systemCallClock,
    recorder: new StereoRecorder(leg.rateHz, { part: () => undefined, end: () => undefined }),
    onTurn,
    note: (_part, message) => console.log(message),
  });
  for (;;) {
    const heard = await party.listen(3_600_000);
    if (heard.kind === 'words') await party.say('Where?').done;
  }
}

/** Whatever it hears, it heard this. */
const promptStt: SpeechToText = {
  open() {
    let onWords: (words: RecognisedWords) => void = () => undefined;
    let [soundMs, startMs] = [0, 0];
    return {
      pushFrame: () => {
        soundMs += FRAME_MS;
      },
      speechBegan: () => {
        startMs = soundMs;
      },
      speechPaused: () => {
        const words = { kind: 'final', text: 'I worked there for years.', startMs, endMs: soundMs } as const;
        systemCallClock.after(EAR_MS, () => onWords(words));
      },
      onWords: (listener) => {
        onWords = listener;
      },
      onError: () => undefined,
      close: () => undefined,
    };
  },
};
