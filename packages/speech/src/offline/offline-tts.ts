import { words } from '@parley/language/locale-tables.ts';
import { withoutLead } from '../leading-silence.ts';
import { SpeechFailure } from '../speech-failure.ts';
import type { TextToSpeech, TtsRequest } from '../text-to-speech.ts';
import type { ListedVoice } from '../voice-list.ts';
import type { FliteOrder } from './flite-thread.ts';
import { startThread, WorkerPool } from './worker-pool.ts';

/** Against one that hangs. A sentence takes a thirtieth of the time that it lasts. */
const TIMEOUT_MS = 60_000;
const MOST_WAITING = 64;

/** Those that flite brings along; the first is the default. */
export const offlineVoices = [
  { voiceId: 'slt', name: 'SLT', note: 'female, American' },
  { voiceId: 'rms', name: 'RMS', note: 'male, American' },
  { voiceId: 'awb', name: 'AWB', note: 'male, Scottish' },
  { voiceId: 'kal16', name: 'KAL', note: 'male, American, robotic' },
] as const satisfies readonly ListedVoice[];

export interface OfflineTts {
  readonly tts: TextToSpeech;
  /** Gets ready before the first sentence. */
  warm(): void;
  stop(): Promise<void>;
}

/** Speaks English without any vendor: flite, in threads that all calls share. */
export function offlineTts(program: string, threads: number): OfflineTts {
  const pool = new WorkerPool<FliteOrder, Int16Array>({
    start: startThread,
    program: new URL('./flite-thread.ts', import.meta.url),
    data: program,
    workers: threads,
    mostWaiting: MOST_WAITING * threads,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    tts: { speak: (order, signal) => speak(pool, order, signal) },
    warm: () => pool.warm(),
    stop: () => pool.stop(),
  };
}

async function* speak(
  pool: WorkerPool<FliteOrder, Int16Array>,
  { text, rateHz, voiceId, speed }: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const pieces = spokenPieces(englishLetters(text));
  if (pieces.length === 0)
    throw new SpeechFailure('unusable', 'The offline voice reads only Latin letters, and the text has none');
  const { voiceId: voice } = offlineVoices.find((one) => one.voiceId === voiceId) ?? offlineVoices[0];
  const make = (piece: string): Promise<Int16Array> => {
    const sound = pool.ask({ text: piece, voice, speed, rateHz }, { isUrgent: true, signal });
    // Nobody waits for the next piece when this one is broken off.
    sound.catch(() => {});
    return sound;
  };
  // The next piece is made while this one is being played.
  let next = make(pieces[0] as string);
  for (let at = 0; at < pieces.length && !signal.aborted; at += 1) {
    const sound = await next;
    const following = pieces[at + 1];
    if (following !== undefined) next = make(following);
    // Flite begins with a quarter of a second of silence, which would be added to every reply.
    yield at === 0 ? withoutLead(sound, rateHz) : sound;
  }
}

/** Characters that flite cannot read, and what it reads instead. */
const PLAIN_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[‘’‛ʼ]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[–—−]/g, ', '],
  [/…/g, '.'],
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/Æ/g, 'Ae'],
  [/œ/g, 'oe'],
  [/Œ/g, 'Oe'],
  [/ø/g, 'o'],
  [/Ø/g, 'O'],
  [/ł/g, 'l'],
  [/Ł/g, 'L'],
  [/[đð]/g, 'd'],
  [/[ĐÐ]/g, 'D'],
];
const ACCENTS = /\p{Mn}/gu;
const UNREADABLE = /[^\x20-\x7e]/g;

/** The text in English letters, for an English voice; empty when nothing is left. */
export function englishLetters(text: string): string {
  const named = Object.entries(words.EN.currencySigns ?? {}).reduce(
    (so, [sign, name]) => so.replaceAll(sign, ` ${name} `),
    text,
  );
  const plain = PLAIN_LETTERS.reduce((so, [character, letters]) => so.replace(character, letters), named)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/\s+/g, ' ')
    .replace(UNREADABLE, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[a-z0-9]/i.test(plain) ? plain : '';
}

/** A first piece so short is made in a tenth of a second, and lasts longer than the next one takes. */
const LONGEST_FIRST = 60;
const LONGEST = 160;
const SHORTEST = 12;

/** Pieces to be spoken one after the other: sentences, and where one is long its clauses. */
export function spokenPieces(text: string): string[] {
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
  const pieces: string[] = [];
  for (const { segment } of sentences.segment(text)) {
    let rest = segment.trim();
    for (;;) {
      const most = pieces.length === 0 ? LONGEST_FIRST : LONGEST;
      const at = rest.length > most ? clauseEnd(rest, most) : -1;
      if (at < 0) break;
      pieces.push(rest.slice(0, at).trim());
      rest = rest.slice(at).trim();
    }
    if (rest !== '') pieces.push(rest);
  }
  return pieces;
}

/** After the last comma or the like within so many characters; else after the first; -1 where there is none. */
function clauseEnd(sentence: string, within: number): number {
  const ends = [...sentence.matchAll(/[,;:]\s/g)]
    .map(({ index }) => index + 1)
    .filter((at) => at >= SHORTEST && sentence.length - at >= SHORTEST);
  return ends.findLast((at) => at <= within) ?? ends[0] ?? -1;
}
