import { conduct } from '@parley/call-engine/conductor.ts';
import type { DialogueModel, Passage } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { Decision, JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { ScriptedDialogueModel } from './scripted-dialogue-model.ts';
import { ScriptedParty, type ScriptLine } from './scripted-party.ts';

type DialogueModelScripts = ConstructorParameters<typeof ScriptedDialogueModel>[0];
type Habits = ConstructorParameters<typeof ScriptedParty>[1];

export interface ScriptedCall {
  readonly plan: CallPlan;
  readonly contact: readonly ScriptLine[];
  readonly dialogueModel?: DialogueModelScripts;
  readonly habits?: Habits;
  /** What every question finds; `null`: the search fails. */
  readonly passages?: readonly Passage[] | null;
  /** What of the knowledge is not searched, in words. */
  readonly missed?: string;
  /** Whoever picks up is listened to first. */
  readonly speaksFirst?: boolean;
}

export interface ConductedScript extends ConductedCall {
  readonly dialogueModel: ScriptedDialogueModel;
}

interface ConductedCall {
  readonly findings: CallFindings;
  readonly journal: readonly JournalEntry[];
  readonly party: ScriptedParty;
  readonly decisions: <Kind extends Decision['kind']>(kind: Kind) => Extract<Decision, { kind: Kind }>[];
}

/** Conducts a call of which everything is known beforehand. */
export async function conductScript(script: ScriptedCall): Promise<ConductedScript> {
  const dialogueModel = new ScriptedDialogueModel(script.dialogueModel);
  return { ...(await conducted(script, dialogueModel)), dialogueModel };
}

/** The same where the contact is understood and answered by a real dialogue model, the rules unless told otherwise. */
export const conductByRules = (
  script: Omit<ScriptedCall, 'dialogueModel'>,
  dialogueModel = rulesDialogueModel(),
): Promise<ConductedCall> => conducted(script, dialogueModel);

async function conducted(script: ScriptedCall, dialogueModel: DialogueModel): Promise<ConductedCall> {
  const { plan, contact, passages = [] } = script;
  const party = new ScriptedParty(contact, script.habits);
  const journal: JournalEntry[] = [];
  const findings = await conduct({
    plan,
    party,
    dialogueModel,
    knowledge: {
      find: async (_, miss) => {
        if (passages === null) throw new Error('the search is down');
        if (script.missed !== undefined) miss?.(script.missed);
        return passages;
      },
    },
    answeredAt: new Date('2026-03-02T09:00:00Z'),
    seed: 7,
    keep: (entry) => journal.push(entry),
    speaksFirst: script.speaksFirst === true,
  });
  const decisions = <Kind extends Decision['kind']>(kind: Kind) =>
    journal.filter((entry): entry is Extract<Decision, { kind: Kind }> => entry.kind === kind);
  return { findings, journal, party, decisions };
}
