import type { JournalEntry } from './journal.ts';
import type { TurnRecord } from './turn-record.ts';

/** The latency of each reply of a call; null when none was spoken. */
export function turnsOf(journal: readonly JournalEntry[]): readonly TurnRecord[] | null {
  const turns = journal.flatMap((entry) => {
    if (entry.kind !== 'turn') return [];
    // Journals of 0.1.0-alpha.1 have the parts under other names.
    const { kind: _, earMs, mindMs, voiceMs, ...turn } = entry as typeof entry & OldNames;
    return [
      {
        ...turn,
        sttMs: turn.sttMs ?? earMs ?? 0,
        modelMs: turn.modelMs ?? mindMs ?? 0,
        ttsMs: turn.ttsMs ?? voiceMs ?? 0,
      },
    ];
  });
  return turns.length === 0 ? null : turns;
}

type OldNames = { readonly [part in 'earMs' | 'mindMs' | 'voiceMs']?: number };
