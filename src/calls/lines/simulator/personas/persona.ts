import { Type } from 'typebox';
import type { ReplyingModel } from '../../../model/model-report.ts';
import { costOf } from '../../../model/usage.ts';
import type { CallPlan } from '../../../plan.ts';
import type { Spent } from '../../../thinking.ts';
import { toWrite } from './persona-prompt.ts';

/** What somebody wants of a call. */
export const wishes = ['talk', 'decline', 'later', 'person', 'never_again', 'hang_up'] as const;
export type Wish = (typeof wishes)[number];

const PersonaSchema = Type.Object(
  {
    name: Type.String(),
    who: Type.String(),
    situation: Type.String(),
    manner: Type.String(),
    wish: Type.Enum([...wishes], { type: 'string' }),
  },
  { additionalProperties: false },
);
const Written = Type.Object({ people: Type.Array(PersonaSchema) }, { additionalProperties: false });

/** Somebody whom a model made up to be called by one agent. */
export interface Persona {
  readonly name: string;
  /** As a report tells of them: "is about to move house". */
  readonly who: string;
  /** What they know of themselves. */
  readonly situation: string;
  readonly manner: string;
  readonly wish: Wish;
}

/** The model that makes people up and plays them, and where what it took is put down. */
export interface Playwright {
  readonly model: ReplyingModel;
  readonly deadlineMs: number;
  readonly note: (spent: Spent) => void;
}

const TOKENS_EACH = 300;
const LONGEST = { name: 40, who: 80, situation: 1_000, manner: 400 } as const;

/** As many people as are wanted, or fewer when the model has no more; rejects when it has none. */
export async function writePersonas(
  { model, deadlineMs, note }: Playwright,
  plan: CallPlan,
  count: number,
): Promise<readonly Persona[]> {
  const limits = { deadlineMs, maxOutputTokens: TOKENS_EACH * (count + 1) };
  const { value, usage } = await model.reply(toWrite(plan, count), Written, limits);
  note({ model: model.name, usage, ...(model.price && { cost: costOf(usage, model.price) }) });
  return value.people.slice(0, count).map(({ wish, ...texts }) => ({
    name: short(texts.name, LONGEST.name) || 'Somebody',
    who: short(texts.who, LONGEST.who) || 'is somebody',
    situation: short(texts.situation, LONGEST.situation),
    manner: short(texts.manner, LONGEST.manner),
    wish,
  }));
}

const short = (text: string, most: number): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, most);
