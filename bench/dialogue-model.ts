import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext, Turn } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { llmDialogueModel } from '@parley/call-engine/dialogue/llm.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { openModel } from '@parley/call-engine/llm/open-model.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { Agent, request } from 'undici';
import { startProgram } from './process.ts';
import { quantile, type Ratio } from './ratio.ts';

/**
 * Our own time in a turn, on top of the model's: from the end of what was heard until the first sentence is there to
 * be said, less what the endpoint took between reading the request and writing that sentence. Beside it what a client
 * takes that does nothing but read the stream.
 */
const TURNS = 6;
/** Of a call, a turn every five seconds or so. */
const PAUSE_MS = { least: 3000, most: 7000 };

interface Measured {
  /** On top of the endpoint's. */
  readonly ownMs: number;
  /** From when the sentence was written until it could be said. */
  readonly sentenceMs: number;
}

type TakeTurn = () => Promise<Measured>;

export async function run(): Promise<Ratio[]> {
  const endpoint = await startProgram([`${import.meta.dirname}/model-endpoint.ts`], {}, /ready/);
  try {
    const url = `http://127.0.0.1:${endpoint.port}/v1`;
    const ours = turnsOfDialogueModel(url);
    const bare = turnsOfBareClient(url);
    await measured(ours, 5);
    const alone = await measured(ours, 1);
    const bareMany = await measured(bare, 200);
    const many = await measured(ours, 200);
    print('1 call', alone);
    print('200 calls', many);
    print('200 calls, a bare client', bareMany);
    const limit = (name: string, value: number): Ratio => ({
      name,
      ours: value,
      reference: 10,
      unit: 'ms',
      atMost: 1,
    });
    return [
      limit('dialogue model: own time of a turn, 1 call, p95', quantile(own(alone), 0.95)),
      limit('dialogue model: own time of a turn, 200 calls, p95', quantile(own(many), 0.95)),
      limit(
        'dialogue model: sentence written to sentence sayable, 200 calls, p95',
        quantile(sentence(many), 0.95),
      ),
    ];
  } finally {
    await endpoint.stop();
  }
}

const own = (turns: readonly Measured[]) => turns.map(({ ownMs }) => ownMs);
const sentence = (turns: readonly Measured[]) => turns.map(({ sentenceMs }) => sentenceMs);

const now = (): number => performance.timeOrigin + performance.now();

let ids = 0;
/** Identifies turns, of either client. */
const newId = (): number => ++ids;

/** A new call's turns, the way the conductor takes them. */
function turnsOfDialogueModel(url: string): () => TakeTurn {
  const model = openModel({ provider: 'openai-compatible', url, model: 'm' });
  const dialogueModel = llmDialogueModel({
    models: [model],
    deadlineMs: 10_000,
    rules: rulesDialogueModel(),
    nowMs: () => performance.now(),
  });
  const plan = scriptedPlan([asking('Which town do you live in?', 'How many years have you worked there?')]);
  const question = { id: 'town', text: 'Which town do you live in?' };
  return () => {
    const turns: Turn[] = [];
    const context: CallContext = { plan, turns, answeredAt: '2026-03-02T09:00:00Z', seed: 1 };
    return async () => {
      const id = newId();
      const heard = `I live in Basel, near the river, at house number ${id}.`;
      turns.push({ speaker: 'agent', text: question.text }, { speaker: 'contact', text: heard });
      const startedAt = now();
      await dialogueModel.understand(heard, { kind: 'answer', question }, context);
      const words = await dialogueModel.word({ kind: 'acknowledge', heard }, context);
      if (typeof words === 'string') throw new Error(`The model was not asked, or too late: ${words}`);
      let first: { readonly text: string; readonly at: number } | undefined;
      for await (const text of words) first ??= { text, at: now() };
      if (first?.text.trim() !== SENTENCE) throw new Error(`The model was not heard: ${first?.text}`);
      return measure(url, id, startedAt, first.at);
    };
  };
}

function turnsOfBareClient(url: string): () => TakeTurn {
  const dispatcher = new Agent({ keepAliveTimeout: 60_000 });
  return () => async () => {
    const id = newId();
    const content = `${'x'.repeat(5000)} house number ${id}`;
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] });
    const startedAt = now();
    const { body: stream } = await request(`${url}/chat/completions`, { dispatcher, method: 'POST', body });
    let text = '';
    let saidAt: number | undefined;
    for await (const part of stream.setEncoding('utf8')) {
      text += part;
      if (text.includes('to know. ')) saidAt ??= now();
    }
    return measure(url, id, startedAt, saidAt ?? Number.NaN);
  };
}

const SENTENCE = 'Thank you, that is good to know.';

/** Minus the endpoint's own time between reading the request and writing the sentence, which it reports afterwards. */
async function measure(url: string, id: number, startedAt: number, saidAt: number): Promise<Measured> {
  const told = await fetch(`${url}/times/${id}`);
  const { readAt, writtenAt } = (await told.json()) as { readAt: number; writtenAt: number };
  return { ownMs: saidAt - startedAt - (writtenAt - readAt), sentenceMs: saidAt - writtenAt };
}

/** Runs this many calls at once, each with pauses between turns, as in real calls. */
async function measured(newCall: () => TakeTurn, calls: number): Promise<Measured[]> {
  const all = await Promise.all(
    Array.from({ length: calls }, async (_, call) => {
      const takeTurn = newCall();
      const found: Measured[] = [];
      await sleep((call * PAUSE_MS.most) / calls);
      for (let turn = 0; turn < TURNS; turn += 1) {
        found.push(await takeTurn());
        // Spread evenly, and the same in every run.
        const share = ((call * 7 + turn * 3) % 20) / 20;
        await sleep(PAUSE_MS.least + share * (PAUSE_MS.most - PAUSE_MS.least));
      }
      return found;
    }),
  );
  return all.flat();
}

function print(who: string, turns: readonly Measured[]): void {
  const told = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(2)} ms, p95 ${quantile(values, 0.95).toFixed(2)} ms`;
  console.log(
    `${who}: own latency of a turn ${told(own(turns))}; a sentence of the model is ready to be spoken after ${told(sentence(turns))}`,
  );
}
