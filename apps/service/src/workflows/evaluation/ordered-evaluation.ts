import type { MessagePort } from 'node:worker_threads';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { llmDialogueModel } from '@parley/call-engine/dialogue/llm.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { TurnReader } from '@parley/call-engine/dialogue/turn-reader.ts';
import { guardedModel } from '@parley/call-engine/llm/guarded-model.ts';
import type { ModelReport, OnModelRequest } from '@parley/call-engine/llm/model-report.ts';
import { openModel } from '@parley/call-engine/llm/open-model.ts';
import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import { type PairScorer, TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';
import type {
  ComputeAnswer,
  ComputeOrder,
  DialogueEndpoints,
  ThreadQuestion,
  ThreadReply,
} from '../compute-pool.ts';
import { evaluateAgent, evaluateTestCases } from '../evaluate-agent.ts';

/** Nobody waits for a reply, and the same evaluation is to give the same report. */
const PATIENT_MS = 30_000;

const nowMs = () => performance.now();

/** Evaluates an agent in a thread, by what can be sent to one. */
export async function evaluateByOrder({
  kind,
  order,
  models,
  search: { port, kinds },
  hasNetwork,
}: Extract<ComputeOrder, { search: object }>): Promise<ComputeAnswer> {
  const requests: ModelReport[] = [];
  const ask = askerOf(port);
  const turnReader = new TrainedTurnReader(
    hasNetwork ? { openNetwork: networkBy(ask), deadlineMs: PATIENT_MS } : {},
  );
  const whole = {
    ...order,
    dialogueModel: dialogueModelOf(models, turnReader, (report) => requests.push(report)),
    searches: searchesBy(ask, kinds),
    stopwatch: nowMs,
  };
  try {
    if (kind === 'evaluate') return { evaluation: await evaluateAgent(whole), requests };
    const run = await evaluateTestCases({ ...whole, testCases: order.testCases ?? [] });
    return { ...run, requests };
  } finally {
    port.close();
  }
}

function dialogueModelOf(
  { endpoints, deadlineMs }: DialogueEndpoints,
  turnReader: TurnReader,
  onRequest: OnModelRequest,
): DialogueModel {
  const rules = rulesDialogueModel({ turnReader });
  if (endpoints.length === 0) return rules;
  const models = endpoints.map((endpoint) => guardedModel(openModel(endpoint), nowMs));
  return llmDialogueModel({ models, deadlineMs, rules, nowMs, onRequest });
}

/** Asks the main thread, which has the database and the network that reads turns. */
function askerOf(port: MessagePort) {
  const waiting = new Map<number, (reply: ThreadReply) => void>();
  port.on('message', (reply: ThreadReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return async (question: Unnumbered<ThreadQuestion>): Promise<ThreadReply> => {
    asked += 1;
    const id = asked;
    const reply = await new Promise<ThreadReply>((resolve) => {
      waiting.set(id, resolve);
      port.postMessage({ id, ...question } satisfies ThreadQuestion);
    });
    if ('error' in reply) throw new Error(reply.error);
    return reply;
  };
}
let asked = 0;

type Unnumbered<Question> = Question extends unknown ? Omit<Question, 'id'> : never;
type Ask = ReturnType<typeof askerOf>;

function searchesBy(ask: Ask, kinds: readonly (keyof Searches)[]): Searches {
  const search = (kind: keyof Searches) => async (question: string) => {
    const reply = await ask({ kind, question });
    return 'found' in reply ? [...reply.found] : [];
  };
  return Object.fromEntries(kinds.map((kind) => [kind, search(kind)]));
}

/** The network of the main thread: each thread would need a second and a hundred megabytes for its own. */
const networkBy = (ask: Ask) => (): PairScorer => ({
  warm: () => {},
  score: async (pairs, { deadlineMs }) => {
    const reply = await ask({ kind: 'score', pairs, deadlineMs });
    if (!('scores' in reply)) throw new Error('The main thread gave no scores');
    return reply.scores;
  },
  close: async () => {},
});
