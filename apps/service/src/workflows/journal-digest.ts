import type { Understanding } from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { Decision, JournalEntry } from '@parley/call-engine/journal.ts';

/**
 * What logs and traces may have of a journal: kinds, times, and ids of the flow. Never what was said, what it means, or
 * the reason in words, which may quote it.
 */

const decisions: ReadonlySet<string> = new Set<Decision['kind']>([
  'say',
  'word',
  'listen',
  'enter',
  'ask',
  'judge',
  'branch',
  'skip',
  'note',
  'revise',
  'withdraw',
  'offer',
  'leave',
  'look_up',
  'leave_open',
  'press',
  'consent',
  'take_message',
  'transfer',
  'end',
]);

export const isDecision = (entry: JournalEntry): entry is Decision => decisions.has(entry.kind);

/** What was decided, in a word, and about which question or section. */
export function decisionDigest(decision: Decision): string {
  const about = subjectOf(decision);
  return about === undefined ? decision.kind : `${decision.kind} ${about}`;
}

function subjectOf(decision: Decision): string | undefined {
  switch (decision.kind) {
    case 'word':
      return decision.intention.kind;
    case 'listen':
      return decision.expectation;
    case 'enter':
      return decision.sectionId;
    case 'ask':
    case 'withdraw':
      return decision.questionId;
    case 'note':
    case 'revise':
    case 'offer':
      return decision.answer.questionId;
    case 'judge':
    case 'branch':
    case 'leave':
      return decision.branchId ?? 'none';
    case 'skip':
      return 'questionId' in decision ? decision.questionId : decision.sectionId;
    case 'consent':
      return decision.decision;
    case 'end':
      return decision.outcome.kind;
    default:
      return undefined;
  }
}

/** Which kinds of things a turn was understood to say. */
export function understandingDigest({ wants, machine, seenBy: _, ...rest }: Understanding): string[] {
  const said = Object.keys(rest).filter((key) => rest[key as keyof typeof rest] !== undefined);
  return [...(machine === undefined ? [] : [machine]), ...Object.keys(wants), ...said];
}
