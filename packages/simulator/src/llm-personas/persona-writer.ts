import { costOf } from '@parley/call-engine/llm/usage.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { Type } from 'typebox';
import { LlmPersona, type PersonaModel } from './llm-persona.ts';
import { toWrite } from './persona-prompt.ts';

const Written = Type.Object({ people: Type.Array(LlmPersona) }, { additionalProperties: false });

const TOKENS_EACH = 300;
const LONGEST = { name: 40, who: 80, situation: 1_000, manner: 400 } as const;

/** Up to `count` personas: fewer when the model returns fewer; rejects when the model fails. */
export async function writePersonas(
  { model, deadlineMs, note }: PersonaModel,
  plan: CallPlan,
  count: number,
): Promise<readonly LlmPersona[]> {
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
