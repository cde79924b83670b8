import { rulesBrain } from '../../brain/rules.ts';
import { conduct } from '../../conductor.ts';
import type { JournalEntry } from '../../journal.ts';
import type { CallPlan } from '../../plan.ts';
import { ScriptedParty, type ScriptLine } from '../../scripted-party.ts';
import { transcriptOf } from '../../transcript.ts';
import type { FinishedCall } from '../analyst.ts';

/** A Monday morning. */
const ANSWERED_AT = new Date('2026-03-02T09:00:00Z');

/** A call that was really conducted, by the embedded brain, with a contact who says these things in turn. */
export async function talkedCall(plan: CallPlan, says: readonly ScriptLine[]): Promise<FinishedCall> {
  const party = new ScriptedParty(says);
  const journal: JournalEntry[] = [];
  const findings = await conduct({
    plan,
    party,
    brain: rulesBrain(),
    knowledge: { find: async () => [] },
    answeredAt: ANSWERED_AT,
    seed: 7,
    keep: (entry) => journal.push(entry),
  });
  return {
    plan,
    findings,
    transcript: transcriptOf(journal, plan.language),
    answeredAt: ANSWERED_AT,
    durationSeconds: Math.round(party.elapsedMs() / 1000),
  };
}
