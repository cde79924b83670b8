import type { DialogueModel } from '../dialogue/dialogue-model.ts';
import type { Keep } from '../journal.ts';
import type { Party } from '../party.ts';
import type { CallPlan } from '../plan.ts';
import type { Knowledge } from '../plan-knowledge.ts';

export interface ConductedCall {
  readonly plan: CallPlan;
  readonly party: Party;
  readonly dialogueModel: DialogueModel;
  readonly knowledge: Knowledge;
  readonly answeredAt: Date;
  readonly seed: number;
  readonly keep: Keep;
  /** Whoever picked up says something before we do: it is listened to first. Default: they wait for us. */
  readonly speaksFirst?: boolean;
}
