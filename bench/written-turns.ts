import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext, Turn } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { readUtterances } from '@parley/testing/understanding/understanding-set.ts';
import { openInstalledNetwork } from '@parley/understanding/installed-network.ts';
import { TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';
import { quantile, type Ratio } from './ratio.ts';

/**
 * A written turn without a language model: from what was said until the words to say next, read by the rules and by the
 * trained reading, with 200 calls at once. Half of the calls are in English, half in German. What is said is the open
 * set's, so that turns are as long and as different as people's. Beside it the same turns read by the rules alone, and with
 * the network that reads what is left open.
 */
const CALLS = 200;
const TURNS = 5;
const LIMIT_MS = 30;
/** Of a call, a turn every five seconds or so. */
const PAUSE_MS = { least: 3000, most: 7000 };

interface Said {
  readonly question: string;
  readonly heard: string;
}

export async function run(): Promise<Ratio[]> {
  const said = { EN: await saidIn('en'), DE: await saidIn('de') };
  const onFailure = (error: Error) =>
    console.log(`The neural network failed, so only the word model is used: ${error.message}`);
  const withNetwork = new TrainedTurnReader({ openNetwork: openInstalledNetwork, onFailure });
  const rules = await measured(said, rulesDialogueModel());
  const both = await measured(said, rulesDialogueModel({ turnReader: new TrainedTurnReader() }));
  const network = await measured(said, rulesDialogueModel({ turnReader: withNetwork }));
  await withNetwork.close();
  const told = (values: readonly number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(2)} ms, p95 ${quantile(values, 0.95).toFixed(2)} ms`;
  console.log(
    `${CALLS} calls: rules ${told(rules)}; with the trained model ${told(both)}; with its neural network too ${told(network)}`,
  );
  return [
    {
      name: `written turn with the trained reading, ${CALLS} calls, p95`,
      ours: quantile(both, 0.95),
      reference: LIMIT_MS,
      unit: 'ms',
      atMost: 1,
    },
    {
      name: `written turn: the trained reading beside the rules alone, ${CALLS} calls, p95`,
      ours: quantile(both, 0.95),
      reference: quantile(rules, 0.95),
      unit: 'ms',
    },
    {
      name: `written turn: the trained reading with its network beside the rules alone, ${CALLS} calls, p95`,
      ours: quantile(network, 0.95),
      reference: quantile(rules, 0.95),
      unit: 'ms',
    },
  ];
}

async function saidIn(language: string): Promise<Said[]> {
  const { questions, utterances } = await readUtterances('understanding-open', language);
  return utterances.map(({ question, say }) => ({ question: questions[question]?.text ?? '', heard: say }));
}

/** The time of each turn. Turns of a call have pauses between them; those of all calls are spread evenly. */
async function measured(
  said: Readonly<Record<'EN' | 'DE', readonly Said[]>>,
  model: ReturnType<typeof rulesDialogueModel>,
): Promise<number[]> {
  const all = await Promise.all(
    Array.from({ length: CALLS }, async (_, call) => {
      const language = call % 2 === 0 ? 'EN' : 'DE';
      const plan = scriptedPlan([asking('Which town do you live in?')], { language });
      const turns: Turn[] = [];
      const context: CallContext = { plan, turns, answeredAt: '2026-03-02T09:00:00Z', seed: call };
      const times: number[] = [];
      await sleep((call * PAUSE_MS.most) / CALLS);
      for (let turn = 0; turn < TURNS; turn += 1) {
        const some = said[language];
        const { question, heard } = some[(call * TURNS + turn) % some.length] as Said;
        turns.push({ speaker: 'agent', text: question }, { speaker: 'contact', text: heard });
        const startedAt = performance.now();
        await model.understand(
          heard,
          { kind: 'answer', question: { id: 'question', text: question } },
          context,
        );
        await model.word({ kind: 'acknowledge', heard }, context);
        times.push(performance.now() - startedAt);
        const share = ((call * 7 + turn * 3) % 20) / 20;
        await sleep(PAUSE_MS.least + share * (PAUSE_MS.most - PAUSE_MS.least));
      }
      return times;
    }),
  );
  return all.flat();
}
