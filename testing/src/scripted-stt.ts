import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import type { RecognisedWords, SpeechToText, SttStream } from '@parley/speech/speech-to-text.ts';
import { textIn } from './scripted-leg.ts';

export interface SttBehaviour {
  /** Latency of the final words. */
  readonly latencyMs?: number;
  /** Interval of partials; none by default. */
  readonly partialMs?: number;
  /** Fails after this much audio. */
  readonly failsAtMs?: number;
  /** Of final words. */
  readonly confidence?: number;
  /** Never answers. */
  readonly isStuck?: true;
}

/** Recognises the text in the audio of a scripted leg, and how much of it has been said. */
export class ScriptedStt implements SpeechToText {
  opened = 0;
  closed = 0;
  readonly #clock: CallClock;
  readonly #texts: readonly string[];
  readonly #behaviour: SttBehaviour;

  constructor(clock: CallClock, texts: readonly string[], behaviour: SttBehaviour = {}) {
    this.#clock = clock;
    this.#texts = texts;
    this.#behaviour = behaviour;
  }

  open(): SttStream {
    this.opened += 1;
    const { latencyMs = 200, partialMs, failsAtMs, confidence, isStuck } = this.#behaviour;
    const sure = confidence === undefined ? {} : { confidence };
    let onWords: (words: RecognisedWords) => void = () => undefined;
    let onError: (error: Error) => void = () => undefined;
    let [soundMs, startMs, lastMs, saidMs] = [0, 0, 0, 0];
    let text = '';
    const report = (kind: RecognisedWords['kind'], words: string) =>
      onWords({
        kind,
        text: words,
        startMs,
        endMs: lastMs,
        language: 'en',
        ...(kind === 'final' ? sure : {}),
      });
    return {
      pushFrame: (frame) => {
        soundMs += FRAME_MS;
        if (soundMs === failsAtMs) onError(new Error('the STT connection was lost'));
        const index = textIn(frame);
        if (index === undefined) return;
        if (text === '' && index >= 0)
          [text, startMs, saidMs] = [this.#texts[index] ?? '', soundMs - FRAME_MS, 0];
        lastMs = soundMs;
        saidMs += FRAME_MS;
        if (partialMs !== undefined && text !== '' && saidMs % partialMs === 0)
          report(
            'partial',
            text
              .split(' ')
              .slice(0, saidMs / partialMs)
              .join(' '),
          );
      },
      speechBegan: () => undefined,
      speechPaused: () => {
        const words = text;
        text = '';
        if (!isStuck) this.#clock.after(latencyMs, () => report('final', words));
      },
      onWords: (listener) => {
        onWords = listener;
      },
      onError: (listener) => {
        onError = listener;
      },
      close: () => {
        this.closed += 1;
      },
    };
  }
}
