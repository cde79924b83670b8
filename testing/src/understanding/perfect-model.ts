import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { llmDialogueModel } from '@parley/call-engine/dialogue/llm.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import {
  type LanguageModel,
  type ModelStream,
  noUsage,
  type Prompt,
} from '@parley/call-engine/llm/language-model.ts';
import { schemaReply } from '@parley/call-engine/llm/schema-reply.ts';
import { type CallPlan, questionsIn } from '@parley/call-engine/plan.ts';
import { rulesModelScript } from '../rules-model-script.ts';
import type { Meaning } from './measured-call.ts';

const DEADLINE_MS = 60_000;

/**
 * The dialogue model of a language model that always reads rightly: whatever is understood wrongly with it, the code
 * around a model has spoiled. It is asked with the real prompt and its replies are streamed and checked as any others.
 */
export function perfectDialogueModel(plan: CallPlan, answeredAt: string, meant: Meaning): DialogueModel {
  return llmDialogueModel({
    models: [perfectModel(plan, answeredAt, meant)],
    deadlineMs: DEADLINE_MS,
    rules: rulesDialogueModel(),
    nowMs: () => performance.now(),
  });
}

function perfectModel(plan: CallPlan, answeredAt: string, meant: Meaning): LanguageModel {
  const others = rulesModelScript(plan, answeredAt);
  const stream: LanguageModel['stream'] = (prompt) =>
    streamed(async () => {
      const told = toldReply(prompt, plan, meant);
      if (told !== undefined) return told;
      const reply = await others({ protocol: 'openai', headers: {}, body: {}, ...prompt });
      if (typeof reply !== 'string') throw new Error('The rules reply with words');
      return reply;
    });
  return {
    name: 'perfect',
    stream,
    reply: (prompt, schema, limits) => schemaReply({ stream }, prompt, schema, limits),
  };
}

function toldReply({ turn }: Prompt, plan: CallPlan, meant: Meaning): string | undefined {
  const kind = /^Expected: (\w+)\./m.exec(turn)?.[1];
  const heard = plainText(/<heard>([\s\S]*?)<\/heard>/.exec(turn)?.[1] ?? '');
  if (kind === undefined) return undefined;
  const text =
    kind === 'answer' ? plainText(/<question>([\s\S]*?)<\/question>/.exec(turn)?.[1] ?? '') : undefined;
  const question = questionsIn(plan.sections).find((one) => one.text === text);
  const reading = meant({ plan, heard, ...(question && { question }) });
  if (reading === undefined) return undefined;
  const isTaken = reading.answers.length > 0 || kind === 'opening';
  const hasWish = reading.signs.length > 0 || reading.asks !== null;
  const next = hasWish ? 'none' : isTaken ? 'acknowledge' : 'ask_again';
  return JSON.stringify({ ...reading, next, say: '' });
}

const plainText = (quoted: string): string =>
  quoted.replaceAll('\n| ', '\n').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** About as long as a token. */
const PIECE = 5;

const streamed = (reply: () => Promise<string>): ModelStream => ({
  usage: () => noUsage,
  async *[Symbol.asyncIterator]() {
    const text = await reply();
    for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
  },
});
