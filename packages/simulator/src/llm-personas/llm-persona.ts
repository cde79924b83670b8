import type { ReplyingModel } from '@parley/call-engine/llm/model-report.ts';
import type { Spent } from '@parley/call-engine/usage-by-model.ts';
import { Type } from 'typebox';

/** What somebody wants of a call. */
const wishes = ['talk', 'decline', 'later', 'person', 'never_again', 'hang_up'] as const;
export type Wish = (typeof wishes)[number];

/** A persona that a language model invented to evaluate one agent. */
export const LlmPersona = Type.Object(
  {
    name: Type.String(),
    /** For reports, after the name: "is about to move house". */
    who: Type.String(),
    /** What they know of themselves. */
    situation: Type.String(),
    manner: Type.String(),
    wish: Type.Enum([...wishes], { type: 'string' }),
  },
  { additionalProperties: false },
);
export type LlmPersona = Type.Static<typeof LlmPersona>;

/** The language model that invents personas and plays them; `note` receives the usage of each request. */
export interface PersonaModel {
  readonly model: ReplyingModel;
  readonly deadlineMs: number;
  readonly note: (spent: Spent) => void;
}
