/** Who has picked up: words tell most of it, and sound tells the rest. */
export type Answering = 'voicemail' | 'screening' | 'person';

export interface Opening {
  readonly text?: string;
  /** What the words are, to whoever understands them. */
  readonly machine?: 'voicemail' | 'screening';
  readonly spokenMs?: number;
  /** A tone was heard after it. */
  readonly isBeep?: boolean;
  /** It has asked who is calling already. */
  readonly hasScreened?: boolean;
}

/**
 * Nobody who picks up a telephone speaks for so long without leaving room for an answer. Slow speakers may, with few
 * words: both together make a machine.
 */
const MONOLOGUE_MS = 9_000;
const MONOLOGUE_WORDS = 22;

export function answeredBy({ text = '', machine, spokenMs = 0, isBeep, hasScreened }: Opening): Answering {
  // "State your name after the tone": the tone belongs to the question.
  if (machine === 'screening' || (isBeep && hasScreened)) return 'screening';
  if (machine === 'voicemail' || isBeep) return 'voicemail';
  return spokenMs >= MONOLOGUE_MS && wordsIn(text) >= MONOLOGUE_WORDS ? 'voicemail' : 'person';
}

const wordsIn = (text: string): number => text.split(/\s+/u).filter(Boolean).length;
