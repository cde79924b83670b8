import type { FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import { conduct } from '@parley/call-engine/conductor.ts';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { ScriptedParty, type ScriptLine } from '../scripted-party.ts';

/** A Monday morning. */
const ANSWERED_AT = new Date('2026-03-02T09:00:00Z');

/** Conducts a call with the rules dialogue model and a contact who says these things in turn. */
export const conductedCall = (plan: CallPlan, says: readonly ScriptLine[]): Promise<FinishedCall> =>
  conductedWith(plan, new ScriptedParty(says));

/** The same with a contact of any kind. */
export async function conductedWith(
  plan: CallPlan,
  party: Party,
  dialogueModel: DialogueModel = rulesDialogueModel(),
): Promise<FinishedCall> {
  const journal: JournalEntry[] = [];
  const findings = await conduct({
    plan,
    party,
    dialogueModel,
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
