import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import type { Ear, EarWords, Hearing } from '@parley/speech/ear.ts';
import { textIn } from './scripted-leg.ts';

export interface EarHabits {
  /** Until the final words are there. */
  readonly latencyMs?: number;
  /** Tells so often what has been said so far; never unless told otherwise. */
  readonly partialMs?: number;
  /** Fails after so much sound. */
  readonly failsAtMs?: number;
  /** Never answers. */
  readonly isStuck?: true;
}

/** Understands the sound of a scripted leg: which text it is, and how much of it has been said. */
export class ScriptedEar implements Ear {
  opened = 0;
  closed = 0;
  readonly #clock: CallClock;
  readonly #texts: readonly string[];
  readonly #habits: EarHabits;

  constructor(clock: CallClock, texts: readonly string[], habits: EarHabits = {}) {
    this.#clock = clock;
    this.#texts = texts;
    this.#habits = habits;
  }

  open(): Hearing {
    this.opened += 1;
    const { latencyMs = 200, partialMs, failsAtMs, isStuck } = this.#habits;
    let onWords: (words: EarWords) => void = () => undefined;
    let onTrouble: (error: Error) => void = () => undefined;
    let [soundMs, startMs, lastMs, saidMs] = [0, 0, 0, 0];
    let text = '';
    const tell = (kind: EarWords['kind'], words: string) =>
      onWords({ kind, text: words, startMs, endMs: lastMs, language: 'en' });
    return {
      hear: (frame) => {
        soundMs += FRAME_MS;
        if (soundMs === failsAtMs) onTrouble(new Error('the ear is gone'));
        const index = textIn(frame);
        if (index === undefined) return;
        if (text === '' && index >= 0)
          [text, startMs, saidMs] = [this.#texts[index] ?? '', soundMs - FRAME_MS, 0];
        lastMs = soundMs;
        saidMs += FRAME_MS;
        if (partialMs !== undefined && text !== '' && saidMs % partialMs === 0)
          tell(
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
        if (!isStuck) this.#clock.after(latencyMs, () => tell('final', words));
      },
      onWords: (listener) => {
        onWords = listener;
      },
      onTrouble: (listener) => {
        onTrouble = listener;
      },
      close: () => {
        this.closed += 1;
      },
    };
  }
}
