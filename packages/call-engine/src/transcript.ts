import type { Language } from '@parley/language/language.ts';
import type { JournalEntry } from './journal.ts';
import type { TranscriptLine } from './outcome.ts';

/** What was actually spoken, ordered by start; of an interrupted sentence, what the contact heard. */
export function transcriptOf(journal: readonly JournalEntry[], language: Language): TranscriptLine[] {
  return journal
    .flatMap((entry) => lineOf(entry, language.toLowerCase()))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.startTime - other.startTime);
}

function lineOf(entry: JournalEntry, language: string): TranscriptLine[] {
  if (entry.kind === 'said') return [line('AI', entry, language)];
  if (entry.kind === 'heard' && entry.heard.kind === 'digit') {
    const { digit, atMs } = entry.heard;
    return [line('CONTACT', { text: pressedKeys(digit), startMs: atMs, endMs: atMs }, language)];
  }
  if (entry.kind === 'heard' && entry.heard.kind === 'words')
    return [line('CONTACT', entry.heard, entry.heard.language?.toLowerCase() ?? language)];
  return [];
}

/** Keys as they stand among what was said: in brackets, since nobody said them. */
export const pressedKeys = (keys: string): string => `[${keys}]`;

const line = (
  speaker: TranscriptLine['speaker'],
  { text, startMs, endMs }: { readonly text: string; readonly startMs: number; readonly endMs: number },
  language: string,
): TranscriptLine => ({
  speaker,
  text: text.trim(),
  startTime: seconds(startMs),
  endTime: seconds(endMs),
  language,
});

const seconds = (ms: number): number => Math.round(ms / 10) / 100;
