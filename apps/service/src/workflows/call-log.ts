import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallProgress } from '@parley/call-engine/live-call.ts';
import type { ModelRequest } from '@parley/call-engine/llm/model-request.ts';
import { heardLatencyMs } from '@parley/call-engine/turn-record.ts';
import { spanIdOfAttempt, traceIdOfAttempt } from '@parley/kernel/id.ts';
import type { SpeechRequest } from '@parley/speech/speech-request.ts';
import { type Ending, meaningOf } from '../domains/conversations/settlement.model.ts';
import type { FinishedSpan } from '../http/telemetry.ts';
import { decisionDigest, isDecision, understandingDigest } from './journal-digest.ts';

/** What a line says beside its words. Fields have the same names in every line. */
export type LogFields = Readonly<Record<string, unknown>>;
type Write = (fields: LogFields, words: string) => void;

export interface CallLogOptions {
  readonly now: () => Date;
  readonly info: Write;
  /** Undefined: nobody reads it, and nothing is computed for it. */
  readonly debug: Write | undefined;
  /** Undefined: nobody collects traces. */
  readonly record: ((span: FinishedSpan) => void) | undefined;
}

/** What names a call in a line of the log. */
export interface CallIds {
  readonly conversationId: string;
  readonly attemptId: string;
  readonly companyId: string;
}

/** What is learned of a call while it goes on; each line from then on says it. */
export interface CallFacts {
  readonly channel?: 'outbound' | 'inbound' | 'web';
  readonly runId?: string;
  /** The host of the trunk that carries it, or was asked last. */
  readonly trunk?: string;
  readonly isSimulated?: boolean;
}

/** How one part of a call's trace went, whichever process did it. */
export interface CallStep {
  readonly name: string;
  readonly startMs: number;
  readonly isFailed?: boolean;
  readonly fields: LogFields;
}

/**
 * The story of each call, as lines of the log and as spans of one trace per attempt. It says when who spoke and what was
 * decided, and never what was said or who it was.
 */
export class CallLog {
  readonly #options: CallLogOptions;
  readonly #live = new Map<string, CallStory>();

  constructor(options: CallLogOptions) {
    this.#options = options;
  }

  /** A call that this process holds from now on. */
  begin(ids: CallIds, facts: CallFacts): CallStory {
    const story: CallStory = new CallStory(this.#options, ids, facts, () => {
      if (this.#live.get(ids.attemptId) === story) this.#live.delete(ids.attemptId);
    });
    this.#live.set(ids.attemptId, story);
    return story;
  }

  /** A call that this process holds. */
  live(attemptId: string): CallStory | undefined {
    return this.#live.get(attemptId);
  }

  /** For a line about a call of which only this is known, such as one whose last SIP messages come after its end. */
  fieldsOf(attemptId: string): LogFields {
    return this.live(attemptId)?.fields ?? { attemptId, traceId: traceIdOfAttempt(attemptId) };
  }

  /** A SIP message of the call went out or came. */
  sip(
    attemptId: string,
    message: { readonly isSent: boolean; readonly method: string | null; readonly status: number | null },
  ): void {
    const { debug } = this.#options;
    if (debug === undefined) return;
    const { isSent, method, status } = message;
    const fields = {
      ...this.fieldsOf(attemptId),
      ...(method === null ? { sipStatus: status } : { sipMethod: method }),
    };
    debug(fields, isSent ? 'SIP message sent' : 'SIP message received');
  }

  /** The process that held the call died, and this one wrote down the consequences. */
  lost(ids: CallIds & { readonly claimedAt: Date }, ending: Ending['kind'] | undefined): void {
    const { info } = this.#options;
    const fields = fieldsOf(ids);
    if (ending === undefined) {
      info(fields, 'call returned to its queue: its process died before it was placed');
      return;
    }
    const outcome = outcomeFields(ending);
    info({ ...fields, ...outcome }, 'call ended: its process died');
    this.#wholeCall(ids.attemptId, ids.claimedAt.getTime(), { ...fields, ...outcome }, true);
  }

  /** Something that was done for a call after its end. */
  step(ids: Partial<CallIds> & Pick<CallIds, 'attemptId'>, step: CallStep, words: string): void {
    const { debug, record, now } = this.#options;
    if (debug === undefined && record === undefined) return;
    const endMs = now().getTime();
    const { name, startMs, isFailed = false, fields } = step;
    const all = { ...fieldsOf(ids), ...fields };
    debug?.({ ...all, ms: endMs - startMs }, words);
    record?.({ ...partOf(ids.attemptId), name, startMs, endMs, isFailed, attributes: all });
  }

  #wholeCall(attemptId: string, startMs: number, attributes: LogFields, isFailed: boolean): void {
    const { record, now } = this.#options;
    record?.({ ...wholeOf(attemptId), startMs, endMs: now().getTime(), attributes, isFailed });
  }
}

/** Writes nothing. */
export const silentCallLog = new CallLog({
  now: () => new Date(0),
  info: () => {},
  debug: undefined,
  record: undefined,
});

const fieldsOf = <Ids extends Pick<CallIds, 'attemptId'> & Partial<CallIds>>(ids: Ids): LogFields => ({
  conversationId: ids.conversationId,
  attemptId: ids.attemptId,
  companyId: ids.companyId,
  traceId: traceIdOfAttempt(ids.attemptId),
});

const partOf = (attemptId: string) => ({
  traceId: traceIdOfAttempt(attemptId),
  parentSpanId: spanIdOfAttempt(attemptId),
});

const wholeOf = (attemptId: string) => ({
  traceId: traceIdOfAttempt(attemptId),
  spanId: spanIdOfAttempt(attemptId),
  name: 'call attempt',
});

const outcomeFields = (ending: Ending['kind']): LogFields => {
  const { status, reasonCode } = meaningOf(ending);
  return { outcome: ending, status, ...(reasonCode === null ? {} : { reasonCode }) };
};

/** The words of a network may name who was called. */
const withoutNumbers = (words: string | null): string | null => words?.replaceAll(/\d{5,}/g, '***') ?? null;

/** Endings whose notes are a code of the network; the notes of others may repeat what a vendor or a person said. */
const fromNetwork: ReadonlySet<Ending['kind']> = new Set([
  'busy',
  'no_answer',
  'refused_at_ringing',
  'invalid_number',
  'carrier_error',
]);

/** One call, from when this process took it until its result is stored. */
export class CallStory {
  readonly #options: CallLogOptions;
  readonly #attemptId: string;
  readonly #onOver: () => void;
  readonly #beganMs: number;
  #fields: LogFields;
  /** Since the last line of a turn. */
  #understood: string[] | undefined;
  #decided: string[] = [];
  #turn = 0;
  #placedMs: number | undefined;
  #answeredMs: number | undefined;
  /** When the last turn ended. */
  #spokeMs = 0;

  constructor(options: CallLogOptions, ids: CallIds, facts: CallFacts, onOver: () => void) {
    this.#options = options;
    this.#attemptId = ids.attemptId;
    this.#fields = { ...fieldsOf(ids), ...facts };
    this.#onOver = onOver;
    this.#beganMs = this.#nowMs();
  }

  get fields(): LogFields {
    return this.#fields;
  }

  know(facts: CallFacts): void {
    this.#fields = { ...this.#fields, ...facts };
  }

  /** A trunk is asked to carry it. */
  offeredTo(trunk: string): void {
    this.know({ trunk });
    this.#options.debug?.(this.#fields, 'call offered to a trunk');
  }

  /** All that the call needs is read, and the line is asked for it. */
  dispatched(attemptNumber: number): void {
    this.#placedMs = this.#nowMs();
    this.#span('dispatch', this.#beganMs, { attemptNumber });
  }

  progress({ kind }: Pick<CallProgress, 'kind'>, attemptNumber: number): void {
    const { info, debug } = this.#options;
    if (kind === 'placing') info({ ...this.#fields, attemptNumber }, 'call placed');
    else if (kind === 'ringing') debug?.({ ...this.#fields, afterMs: this.#sinceDispatched() }, 'call rings');
    else {
      info({ ...this.#fields, attemptNumber, afterMs: this.#sinceDispatched() }, 'call answered');
      this.#answeredMs = this.#nowMs();
      this.#spokeMs = this.#answeredMs;
      this.#span('dial', this.#placedMs ?? this.#beganMs, { isAnswered: true });
    }
  }

  /** Whatever happens in the call. */
  readonly follow = (entry: JournalEntry): void => {
    const { debug, record } = this.#options;
    if (debug === undefined && record === undefined) return;
    if (isDecision(entry)) this.#decided.push(decisionDigest(entry));
    else if (entry.kind === 'understood') this.#understood = understandingDigest(entry.understanding);
    else if (entry.kind === 'said') this.#agentSpoke(entry);
    else if (entry.kind === 'heard') this.#heard(entry.heard);
    else if (entry.kind === 'thought') this.#asked(entry);
    else if (entry.kind === 'turn') {
      const { kind: _, ...parts } = entry;
      this.#debug({ ...parts, latencyMs: Math.round(heardLatencyMs(entry)) }, 'reply latency');
    } else if (entry.kind === 'trouble')
      this.#debug({ part: entry.part, instead: entry.instead }, 'speech or audio of the call failed');
    else if (entry.kind === 'failed') this.#debug({ part: entry.part }, 'part of the call failed');
    else if (entry.kind === 'transferred') this.#debug({ isTaken: entry.isTaken }, 'call transferred');
  };

  /** A vendor of speech was asked. */
  speech({ part, vendor, ms, firstMs, isFailed }: SpeechRequest): void {
    const fields = {
      vendor,
      ms: Math.round(ms),
      ...(firstMs === undefined ? {} : { firstMs: Math.round(firstMs) }),
      isFailed,
    };
    this.#debug(fields, part === 'stt' ? 'speech to text' : 'text to speech');
    this.#span(part, this.#nowMs() - ms, fields, isFailed);
  }

  /** It was offered to nobody, and is placed again later. */
  returned(why: string | null, retryAfterMs: number): void {
    const fields = { ...this.#fields, why: withoutNumbers(why), retryAfterMs };
    // Not at info: while a trunk is down thousands of calls return every minute.
    this.#options.debug?.(fields, 'call not placed: it returned to its queue');
    this.#span('call attempt returned to its queue', this.#beganMs, fields, true);
    this.#onOver();
  }

  /** Its result is stored. */
  ended(ending: Ending['kind'], durationSeconds: number | null, notes: string | null): void {
    const { info, record } = this.#options;
    if (this.#decided.length > 0) this.#debug({ decided: this.#taken() }, 'agent decided');
    if (this.#answeredMs === undefined && this.#placedMs !== undefined)
      this.#span('dial', this.#placedMs, { isAnswered: false }, true);
    const fields = {
      ...this.#fields,
      ...outcomeFields(ending),
      durationSeconds,
      ...(fromNetwork.has(ending) ? { code: withoutNumbers(notes) } : {}),
    };
    info(fields, 'call ended');
    record?.({
      ...wholeOf(this.#attemptId),
      startMs: this.#beganMs,
      endMs: this.#nowMs(),
      attributes: fields,
      isFailed: meaningOf(ending).status === 'FAILED',
    });
    this.#onOver();
  }

  /** Nothing more is told of it, whether or not its result could be stored. */
  over(): void {
    this.#onOver();
  }

  #agentSpoke({ startMs, endMs, isWhole }: Extract<JournalEntry, { kind: 'said' }>): void {
    const understood = this.#understood;
    this.#understood = undefined;
    const fields = {
      ...(understood === undefined ? {} : { understood }),
      decided: this.#taken(),
      isInterrupted: !isWhole,
    };
    this.#spoke('agent', startMs, endMs, fields);
  }

  #heard(heard: Extract<JournalEntry, { kind: 'heard' }>['heard']): void {
    if (heard.kind === 'partial') return;
    if (heard.kind === 'words') {
      const { startMs, endMs, confidence } = heard;
      this.#spoke('contact', startMs, endMs, confidence === undefined ? {} : { confidence });
    } else this.#debug({ heard: heard.kind, atMs: Math.round(heard.atMs) }, 'contact heard');
  }

  /** Times are those of the call, which in a simulated one may pass faster than those of the clock. */
  #spoke(speaker: 'agent' | 'contact', startMs: number, endMs: number, more: LogFields): void {
    this.#turn += 1;
    const times = { startMs: Math.round(startMs), endMs: Math.round(endMs) };
    this.#debug({ turn: this.#turn, speaker, ...times, ...more }, `${speaker} spoke`);
    const now = this.#nowMs();
    this.#span(`${speaker} turn`, Math.max(this.#spokeMs, now - (endMs - startMs)), {
      turn: this.#turn,
      ...more,
    });
    this.#spokeMs = now;
  }

  #asked({ task, model, ms, usage, unasked, failure, instead }: ModelRequest): void {
    const fields = {
      task,
      model,
      ms: Math.round(ms),
      ...(usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
      ...(unasked !== undefined && { isAsked: false }),
      ...(failure && { failure: failure.kind }),
      ...(instead && { instead }),
    };
    this.#debug(fields, 'language model');
    if (unasked === undefined) this.#span('model', this.#nowMs() - ms, fields, failure !== undefined);
  }

  #taken(): string[] {
    const decided = this.#decided;
    this.#decided = [];
    return decided;
  }

  #debug(fields: LogFields, words: string): void {
    this.#options.debug?.({ ...this.#fields, ...fields }, words);
  }

  #span(name: string, startMs: number, attributes: LogFields, isFailed = false): void {
    this.#options.record?.({
      ...partOf(this.#attemptId),
      name,
      startMs,
      endMs: this.#nowMs(),
      attributes: { ...this.#fields, ...attributes },
      isFailed,
    });
  }

  #sinceDispatched(): number {
    return this.#nowMs() - (this.#placedMs ?? this.#beganMs);
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}
