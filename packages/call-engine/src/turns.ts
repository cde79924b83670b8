import type { JournalEntry } from './journal.ts';
import type { TurnRecord } from './turn-record.ts';

/** The latency of each reply of a call; null when none was spoken. */
export function turnsOf(journal: readonly JournalEntry[]): readonly TurnRecord[] | null {
  const turns = journal.flatMap((entry) => {
    if (entry.kind !== 'turn') return [];
    const { kind: _, ...turn } = entry;
    return [turn];
  });
  return turns.length === 0 ? null : turns;
}
