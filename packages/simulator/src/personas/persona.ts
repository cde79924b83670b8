import type { ReplyingModel } from '@parley/call-engine/llm/model-report.ts';
import type { Spent } from '@parley/call-engine/thinking.ts';
import { Type } from 'typebox';

/** What somebody wants of a call. */
const wishes = ['talk', 'decline', 'later', 'person', 'never_again', 'hang_up'] as const;
export type Wish = (typeof wishes)[number];

/** Somebody whom a model made up to be called by one agent. */
export const Persona = Type.Object(
  {
    name: Type.String(),
    /** As a report tells of them: "is about to move house". */
    who: Type.String(),
    /** What they know of themselves. */
    situation: Type.String(),
    manner: Type.String(),
    wish: Type.Enum([...wishes], { type: 'string' }),
  },
  { additionalProperties: false },
);
export type Persona = Type.Static<typeof Persona>;

/** The model that makes people up and plays them, and where what it took is put down. */
export interface Playwright {
  readonly model: ReplyingModel;
  readonly deadlineMs: number;
  readonly note: (spent: Spent) => void;
}
