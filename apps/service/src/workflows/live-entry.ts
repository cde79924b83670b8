import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { Heard } from '@parley/contract/live-view.ts';

/** What a watcher of the call is shown of one entry of its journal. */
export function liveEntry(kept: unknown): Heard | undefined {
  const entry = kept as JournalEntry;
  switch (entry.kind) {
    case 'say':
      return { event: 'speaking', data: { speaker: 'AI', text: entry.text } };
    case 'said':
      return entry.text === '' ? undefined : { event: 'words', data: spoken('AI', entry) };
    case 'heard':
      if (entry.heard.kind === 'partial')
        return { event: 'speaking', data: { speaker: 'CONTACT', text: entry.heard.text } };
      return entry.heard.kind === 'words'
        ? { event: 'words', data: spoken('CONTACT', entry.heard) }
        : undefined;
    case 'branch':
    case 'end':
      return { event: 'decision', data: { what: entry.kind, why: entry.why } };
    default:
      return undefined;
  }
}

const spoken = (
  speaker: 'AI' | 'CONTACT',
  { text, startMs, endMs }: { readonly text: string; readonly startMs: number; readonly endMs: number },
) => ({ speaker, text, startTime: startMs / 1000, endTime: endMs / 1000 });
