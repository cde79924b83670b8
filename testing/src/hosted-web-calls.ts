import { setImmediate as settled } from 'node:timers/promises';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { CallInputsReader } from '@parley/service/domains/conversations/call-inputs.actions.ts';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { CallJournals } from '@parley/service/workflows/call-journals.ts';
import { CallSlots } from '@parley/service/workflows/call-slots.ts';
import { WebCallHost } from '@parley/service/workflows/host-web-calls.ts';
import { Settlements } from '@parley/service/workflows/settle-calls.ts';
import type { CallClock } from '@parley/speech/call-clock.ts';
import type { testDatabase } from './database.ts';

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>['database'];

/** Time that passes when the test says so; the database answers meanwhile. */
export class HandClock implements CallClock {
  #nowMs = 0;
  readonly #appointments = new Set<{ readonly atMs: number; readonly work: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  after(ms: number, work: () => void): () => void {
    const appointment = { atMs: this.#nowMs + ms, work };
    this.#appointments.add(appointment);
    return () => this.#appointments.delete(appointment);
  }

  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (await settled(); ; await settled()) {
      const [next] = [...this.#appointments].sort((one, other) => one.atMs - other.atMs);
      if (next === undefined || next.atMs > untilMs) break;
      this.#appointments.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.work();
    }
    this.#nowMs = untilMs;
  }

  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await this.pass(200);
  }
}

/** A process that holds typed web calls, with the rules for a dialogue model. */
export async function hostedWebCalls(database: TestDatabase, clock: CallClock) {
  const onError = (error: Error) => {
    throw error;
  };
  const slots = new CallSlots({
    everywhere: database,
    capacity: 10,
    recordings: { left: async () => null },
    onError,
    // It hears of itself all the time, however far the test turns the clock.
    nowMs: () => 0,
  });
  await slots.start();
  const inputs = new CallInputsReader();
  const journals = new CallJournals((parts) => appendJournals(database, parts), onError);
  let keys = 0;
  const host = new WebCallHost({
    everywhere: database,
    slots,
    callServices: {
      everywhere: database,
      dialogueModelOf: async () => rulesDialogueModel(),
      inputs,
      journals,
      recordings: { close: async () => null, discard: async () => {} },
      seed: 1,
      onError,
    },
    settle: new Settlements(database).settle,
    inputs,
    iceServersOf: () => [],
    newKey: () => `key ${++keys}`,
    clock,
  });
  const stop = async () => {
    await slots.stop(0);
    journals.stop();
  };
  return { host, stop, workerId: slots.workerId };
}

/** A page of a web call in the hands of a test. */
export class HostedPage {
  readonly #host: WebCallHost;
  readonly #clock: HandClock;
  readonly #conversationId: string;
  readonly #gone = new AbortController();
  #resumeKey = '';
  /** What stands on the page, by caption. */
  readonly #captions = new Map<
    string,
    { readonly who: string; readonly text: string; readonly isFinal: boolean }
  >();
  end: { readonly reason: string; readonly canComeBack: boolean } | undefined;

  private constructor(host: WebCallHost, clock: HandClock, conversationId: string) {
    this.#host = host;
    this.#clock = clock;
    this.#conversationId = conversationId;
  }

  static async open(host: WebCallHost, clock: HandClock, conversationId: string): Promise<HostedPage> {
    const page = new HostedPage(host, clock, conversationId);
    page.#resumeKey = (await host.join(conversationId, {})).resumeKey;
    void page.#follow();
    return page;
  }

  get agentLines(): string[] {
    return [...this.#captions.values()].flatMap((one) =>
      one.who === 'agent' && one.isFinal ? [one.text] : [],
    );
  }

  /** Answers once the agent has said something like it. */
  async answer(question: RegExp, text: string): Promise<void> {
    await this.asked(question);
    this.type(text);
  }

  /** The last thing that the agent said is like it. */
  asked(question: RegExp): Promise<void> {
    return this.#clock.until(() => question.test(this.agentLines.at(-1) ?? ''));
  }

  ended(): Promise<void> {
    return this.#clock.until(() => this.end !== undefined);
  }

  type(text: string): void {
    this.#host.type(this.#conversationId, { resumeKey: this.#resumeKey, text });
  }

  leave(): void {
    this.#host.leave(this.#conversationId, { resumeKey: this.#resumeKey });
  }

  /** The tab is closed, or loaded again. */
  close(): void {
    this.#host.leavePage(this.#conversationId, { resumeKey: this.#resumeKey });
    this.#gone.abort();
  }

  /** The connection breaks, and nobody tells. */
  cut(): void {
    this.#gone.abort();
  }

  async #follow(): Promise<void> {
    for await (const { data } of this.#host.follow(
      this.#conversationId,
      this.#resumeKey,
      0,
      this.#gone.signal,
    )) {
      // biome-ignore lint/suspicious/noExplicitAny: a page reads whatever event came
      const event = data as any;
      if (event.type === 'update') this.#captions.set(event.id, event);
      if (event.type === 'call_ended') this.end = event;
    }
  }
}
