import { joined } from '@parley/audio/sound.ts';
import type { MoonshineFiles } from '@parley/speech/offline/moonshine.ts';
import { loadMoonshine } from '@parley/speech/offline/moonshine.ts';
import { offlineTts } from '@parley/speech/offline/offline-tts.ts';
import { SileroDetector } from '@parley/speech/offline/silero-detector.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { type OpenedCall, openedCall } from './opening-call.ts';
import type { Answered, Opening } from './opening-list.ts';
import { mixed, OPENING_HZ, overTheLine, silence } from './opening-sounds.ts';

export interface OpeningResult {
  readonly opening: Opening;
  /** Whom the agent took it for. */
  readonly takenFor: Answered;
  readonly isRefusal: boolean;
  /** What was heard, for whoever looks into a miss. */
  readonly words: string;
}

const FIRST_MESSAGES = [
  'Hello Ada, this is Grace, an AI assistant of Northwind. Do you have a minute?',
  'Hello, I am the AI assistant of Northwind, and I am calling about your application.',
];

const REFUSALS: ReadonlySet<string> = new Set(['not_interested', 'opt_out', 'callback']);

export interface OpeningModels {
  readonly stt: MoonshineFiles;
  readonly tts: string;
  readonly detector: string;
}

/**
 * Answers one call after the other in these ways, with the offline models. `isPlayed` chooses some of them: each sounds the
 * same whether the others are played or not.
 */
export async function* measuredOpenings(
  openings: readonly Opening[],
  models: OpeningModels,
  isPlayed: (opening: Opening, index: number) => boolean = () => true,
): AsyncGenerator<OpeningResult> {
  const read = await loadMoonshine(models.stt);
  const voices = offlineTts(models.tts, 1);
  const detector = new SileroDetector({
    model: models.detector,
    nowMs: () => performance.now(),
    onTrouble: (error) => {
      throw error;
    },
  });
  try {
    for (const [index, opening] of openings.entries()) {
      if (!isPlayed(opening, index)) continue;
      const call = await openedCall({
        sound: await soundOf(voices.tts, opening, index),
        overAgentMs: opening.overAgentMs,
        detector,
        transcribe: ({ sound }) =>
          read(
            Float32Array.from(sound, (sample) => sample / 32_768),
            { hints: [], isFinal: true },
          ),
        firstMessage: FIRST_MESSAGES[index % FIRST_MESSAGES.length] as string,
      });
      yield {
        opening,
        takenFor: takenFor(call),
        isRefusal: REFUSALS.has(call.outcome.kind),
        words: wordsOf(call),
      };
    }
  } finally {
    await Promise.all([voices.stop(), detector.stop()]);
  }
}

async function soundOf(speaker: TextToSpeech, opening: Opening, seed: number): Promise<Int16Array> {
  const { voice: voiceId, speed, noise, background } = opening;
  const order = { rateHz: OPENING_HZ, language: 'en', voiceId, speed } as const;
  const parts: Int16Array[] = [];
  for (const part of opening.parts)
    if (typeof part === 'number') parts.push(silence(part));
    else if (typeof part !== 'string') parts.push(part);
    else
      parts.push(
        ...(await Array.fromAsync(speaker.speak({ ...order, text: part }, AbortSignal.timeout(60_000)))),
      );
  const sound = joined([...parts, silence(20_000)]);
  return overTheLine(background ? mixed(sound, background, 0.12) : sound, noise, seed);
}

function takenFor({ outcome, journal }: OpenedCall): Answered {
  if (outcome.kind === 'voicemail') {
    const end = journal.findLast((entry) => entry.kind === 'end');
    return end?.kind === 'end' && end.why.includes('menu') ? 'menu' : 'machine';
  }
  if (journal.some((entry) => entry.kind === 'press')) return 'menu';
  const isScreened = journal.some(
    (entry) => entry.kind === 'word' && entry.intention.kind === 'answer_screening',
  );
  return isScreened ? 'screening' : 'person';
}

const wordsOf = ({ journal }: OpenedCall): string =>
  journal
    .flatMap((entry) => {
      if (entry.kind === 'said') return [`AI: ${entry.text}`];
      if (entry.kind !== 'heard') return [];
      return entry.heard.kind === 'words' ? [entry.heard.text] : [`(${entry.heard.kind})`];
    })
    .join(' | ');
