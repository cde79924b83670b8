import { messageOf } from './conductor/wording.ts';
import { conduct } from './conductor.ts';
import type { DialogueModel } from './dialogue/dialogue-model.ts';
import type { Keep } from './journal.ts';
import type { DialOrder, Line, LineEvent, Unanswered } from './line.ts';
import type { CallFindings } from './outcome.ts';
import { type CallSignals, type Party, stoppable } from './party.ts';
import type { CallPlan } from './plan.ts';
import type { Knowledge } from './plan-knowledge.ts';

export interface LiveCall extends CallSignals {
  readonly line: Line;
  readonly order: DialOrder;
  readonly plan: CallPlan;
  readonly dialogueModel: DialogueModel;
  readonly knowledge: Knowledge;
  readonly now: () => Date;
  readonly seed: number;
  readonly keep: Keep;
  readonly onProgress: (progress: CallProgress) => void;
  /** Shutdown: before the answer it cancels the call; afterwards the call ends with an apology. */
  readonly signal: AbortSignal;
  /** End by an operator: before the answer it cancels the call; afterwards the call ends with its last message. */
  readonly ending?: AbortSignal;
}

export interface CallProgress {
  readonly kind: 'placing' | 'ringing' | 'answered';
  readonly at: Date;
}

export type CallResult =
  | { readonly kind: 'unanswered'; readonly reason: Unanswered }
  | {
      readonly kind: 'answered';
      readonly findings: CallFindings;
      readonly answeredAt: Date;
      readonly durationMs: number;
    };

/** One call from dialling to hanging up. A failure is a result, not an exception, and always hangs up. */
export async function liveCall(call: LiveCall): Promise<CallResult> {
  const { onProgress, now } = call;
  const givenUp = call.ending ? AbortSignal.any([call.signal, call.ending]) : call.signal;
  const steps = call.line.dial(call.order, givenUp)[Symbol.asyncIterator]();
  const failed = (code: string): CallResult => {
    // Lets the line clean up, without waiting for it.
    steps.return?.().catch(() => undefined);
    return { kind: 'unanswered', reason: { kind: 'failed', code } };
  };
  try {
    for (;;) {
      const step = await unlessGivenUp(steps, givenUp);
      if (step === 'given_up') return failed('given up');
      if (step.done) return failed('the line did not say how the call ended');
      const event = step.value;
      if (event.kind === 'answered') return await talk(call, event);
      if (event.kind !== 'placing' && event.kind !== 'ringing') return { kind: 'unanswered', reason: event };
      onProgress({ kind: event.kind, at: now() });
    }
  } catch (error) {
    return failed(messageOf(error));
  }
}

/** Hangs up a call that was answered after it was cancelled, even if the line missed the cancellation. */
async function unlessGivenUp(
  steps: AsyncIterator<LineEvent>,
  signal: AbortSignal,
): Promise<IteratorResult<LineEvent> | 'given_up'> {
  if (signal.aborted) return 'given_up';
  const { promise: aborted, resolve } = Promise.withResolvers<'given_up'>();
  const giveUp = () => resolve('given_up');
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const next = steps.next();
    const first = await Promise.race([aborted, next]);
    if (first === 'given_up') next.then(hangUpLate, () => undefined);
    return first;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function hangUpLate({ value, done }: IteratorResult<LineEvent>): Promise<void> {
  if (!done && value.kind === 'answered') await leave(value.party);
}

type Answered = Extract<LineEvent, { kind: 'answered' }>;

async function talk(call: LiveCall, answered: Answered): Promise<CallResult> {
  const answeredAt = call.now();
  const { party } = answered;
  const findings = await converse(call, answered, answeredAt).catch(async (error: unknown) => {
    await leave(party);
    return failedFindings(`The call failed: ${messageOf(error)}`);
  });
  return { kind: 'answered', findings, answeredAt, durationMs: lasted(party) };
}

async function converse(
  call: LiveCall,
  { party, speaksFirst }: Answered,
  answeredAt: Date,
): Promise<CallFindings> {
  const { plan, dialogueModel, knowledge, seed, keep } = call;
  call.onProgress({ kind: 'answered', at: answeredAt });
  return conduct({
    plan,
    dialogueModel,
    knowledge,
    seed,
    keep,
    answeredAt,
    party: stoppable(party, call),
    speaksFirst: speaksFirst === true,
  });
}

function lasted(party: Party): number {
  try {
    return party.elapsedMs();
  } catch {
    return 0;
  }
}

/** A line that is already gone needs no hang-up. */
const leave = (party: Party): Promise<void> => party.leave().catch(() => undefined);

const failedFindings = (message: string): CallFindings => ({
  outcome: { kind: 'agent_error', message },
  answers: [],
  hasAnswered: false,
  openQuestions: [],
  message: null,
  branches: [],
});
