import { isDeepStrictEqual } from 'node:util';
import { conduct } from './conductor.ts';
import type { DialogueModel } from './dialogue/dialogue-model.ts';
import type { Decision, FailedPart, Input, JournalEntry, Remark } from './journal.ts';
import { AskedToEnd, type Party, Stopped, type Words } from './party.ts';
import type { CallPlan } from './plan.ts';
import type { Knowledge } from './plan-knowledge.ts';

export type Replay =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'parted';
      /** Where in the journal; its length when the recorded call ended earlier. */
      readonly at: number;
      /** Null: the recorded call had nothing more to decide. */
      readonly was: Decision | null;
      readonly is: Decision | Unrecorded | null;
      /** The last entries up to there. */
      readonly before: readonly JournalEntry[];
    };

/** The replay needs an input that the recorded call does not have. */
export interface Unrecorded {
  readonly kind: 'unrecorded';
  readonly input: Input['kind'];
}

export interface ReplayOptions {
  /** How many entries before the divergence are shown. */
  readonly entriesBefore?: number;
}

/**
 * Conducts a recorded call again on its recorded inputs, with the same plan or another, and compares the decisions.
 * It stops at the first difference: what the contact would have said next is unknown. A truncated journal (the
 * process died) counts as the same as far as it goes.
 */
export async function replay(
  journal: readonly JournalEntry[],
  plan: CallPlan,
  { entriesBefore = 6 }: ReplayOptions = {},
): Promise<Replay> {
  const comparison = new Comparison(journal);
  const recorded = recordedCall(journal, {
    onMissing: (input) => comparison.miss(input),
    beforeEach: () => {
      if (comparison.parting !== undefined) throw new Error('the calls have parted');
    },
  });
  const keep = (entry: JournalEntry): void => {
    if (isDecision(entry)) comparison.next(entry);
  };
  // Time and seed only matter to the dialogue model, whose replies are recorded.
  const speaksFirst = journal.find(isDecision)?.kind === 'listen';
  await conduct({ plan, ...recorded, answeredAt: new Date(0), seed: 0, keep, speaksFirst });
  const parting = comparison.end();
  if (parting === undefined) return { kind: 'same' };
  return {
    kind: 'parted',
    ...parting,
    before: journal.slice(Math.max(0, parting.at - entriesBefore), parting.at),
  };
}

type Parting = Pick<Extract<Replay, { kind: 'parted' }>, 'at' | 'was' | 'is'>;

/** Compares each new decision with the recorded one. */
class Comparison {
  parting: Parting | undefined;
  readonly #decisions: readonly (readonly [index: number, decision: Decision])[];
  readonly #length: number;
  /** The recorded call is complete: no more decisions follow. */
  readonly #isComplete: boolean;
  #position = 0;

  constructor(journal: readonly JournalEntry[]) {
    this.#length = journal.length;
    this.#decisions = journal.flatMap((entry, index) => (isDecision(entry) ? [[index, entry] as const] : []));
    this.#isComplete = this.#decisions.at(-1)?.[1].kind === 'end';
  }

  next(decision: Decision): void {
    if (this.parting !== undefined) return;
    const [, was] = this.#decisions[this.#position] ?? [];
    if (was === undefined ? !this.#isComplete : isDeepStrictEqual(decided(decision), decided(was)))
      this.#position += 1;
    else this.#part(stored(decision));
  }

  miss(input: Input['kind']): void {
    if (this.parting === undefined) this.#part({ kind: 'unrecorded', input });
  }

  end(): Parting | undefined {
    if (this.parting === undefined && this.#position < this.#decisions.length) this.#part(null);
    const { was, is } = this.parting ?? {};
    const isBrokenOff = !this.#isComplete && (was === null || is?.kind === 'unrecorded');
    return isBrokenOff ? undefined : this.parting;
  }

  #part(is: Parting['is']): void {
    const [at = this.#length, was = null] = this.#decisions[this.#position] ?? [];
    this.parting = { at, was, is };
  }
}

/** As it comes back from wherever a journal was stored. */
const stored = (decision: Decision): Decision => JSON.parse(JSON.stringify(decision));

/** Without its reason, which is for people to read: a later version may word it better. */
const decided = (decision: Decision) => ({ ...stored(decision), why: null });

const inputKinds: { readonly [kind in Input['kind']]: true } = {
  heard: true,
  said: true,
  understood: true,
  worded: true,
  judged: true,
  found: true,
  answered: true,
  transferred: true,
  elapsed: true,
  failed: true,
};

const remarkKinds: { readonly [kind in Remark['kind']]: true } = { thought: true, turn: true, trouble: true };

const isRemark = (entry: JournalEntry): entry is Remark => entry.kind in remarkKinds;

export const isDecision = (entry: JournalEntry): entry is Decision =>
  !isRemark(entry) && !(entry.kind in inputKinds);

type Failed = Extract<Input, { kind: 'failed' }>;

interface Watch {
  /** Called before each input; what it throws ends the call. */
  readonly beforeEach: () => void;
  readonly onMissing: (input: Input['kind']) => void;
}

/** The recorded inputs, each kind in order. A failure takes the place of the input that it prevented. */
class RecordedInputs {
  readonly #watch: Watch;
  /** Undefined: requested, but the journal ends before it came. */
  readonly #inputs = new Map<Input['kind'], (Input | undefined)[]>();

  constructor(recorded: readonly JournalEntry[], watch: Watch) {
    this.#watch = watch;
    const journal = recorded.filter((entry) => !isRemark(entry));
    for (const [index, entry] of journal.entries()) {
      if (isDecision(entry)) continue;
      const kind = entry.kind === 'failed' ? prevented(entry.part, journal[index - 1]) : entry.kind;
      const queue = this.#inputs.get(kind);
      if (queue === undefined) this.#inputs.set(kind, [entry]);
      else queue.push(entry);
    }
    this.#inputs.set('worded', worded(journal));
    for (const queue of this.#inputs.values()) queue.reverse();
  }

  /** The next input of a kind, or the failure in its place. */
  take<Kind extends Exclude<Input['kind'], 'failed'>>(kind: Kind): Extract<Input, { kind: Kind }> | Failed {
    this.#watch.beforeEach();
    const input = this.#inputs.get(kind)?.pop();
    if (input !== undefined) return input as Extract<Input, { kind: Kind }> | Failed;
    this.#watch.onMissing(kind);
    throw new Error(`nothing more was recorded as ${kind}`);
  }

  /** Like `take`, but throws a recorded failure. */
  get<Kind extends Exclude<Input['kind'], 'failed'>>(kind: Kind): Extract<Input, { kind: Kind }> {
    const input: Input = this.take(kind);
    if (input.kind === 'failed') throw failureOf(input);
    return input as Extract<Input, { kind: Kind }>;
  }
}

/**
 * The dialogue model's words in the order of the requests. Words known at once follow their request in the journal;
 * streamed words were written once they were said, after later ones.
 */
function worded(journal: readonly JournalEntry[]): (Input | undefined)[] {
  const requests: (Input | undefined)[] = [];
  for (const entry of journal) {
    if (entry.kind === 'word') requests.push(undefined);
    const isFailed = entry.kind === 'failed' && entry.part === 'word';
    if (entry.kind !== 'worded' && !isFailed) continue;
    const isLate = entry.kind === 'worded' ? entry.isStreamed === true : entry.text !== undefined;
    const at = isLate ? requests.indexOf(undefined) : requests.lastIndexOf(undefined);
    requests[at < 0 ? requests.length : at] = entry;
  }
  return requests;
}

const preventedBy: { readonly [part in Exclude<FailedPart, 'party'>]: Input['kind'] } = {
  understand: 'understood',
  word: 'worded',
  judge: 'judged',
  find: 'found',
  answer: 'answered',
  stop: 'heard',
  end: 'heard',
};

/** The decision right before the failure says what the line was doing. */
function prevented(part: FailedPart, before: JournalEntry | undefined): Input['kind'] {
  if (part !== 'party') return preventedBy[part];
  if (before?.kind === 'transfer') return 'transferred';
  return before?.kind === 'listen' || before?.kind === 'heard' ? 'heard' : 'said';
}

function failureOf({ part, message }: Failed): Error {
  if (part === 'stop') return new Stopped();
  return part === 'end' ? new AskedToEnd() : new Error(message);
}

/** The ports of a call, answering from a journal. */
export function recordedCall(
  journal: readonly JournalEntry[],
  watch: Watch,
): { readonly party: Party; readonly dialogueModel: DialogueModel; readonly knowledge: Knowledge } {
  const recorded = new RecordedInputs(journal, watch);
  return {
    party: {
      say: (words) => ({ done: drained(words).then(() => recorded.get('said')) }),
      listen: async () => recorded.get('heard').heard,
      press: () => undefined,
      transfer: async () => recorded.get('transferred').isTaken,
      leave: async () => undefined,
      elapsedMs: () => recorded.get('elapsed').atMs,
    },
    dialogueModel: {
      understand: async () => recorded.get('understood').understanding,
      judge: async () => recorded.get('judged').judgement,
      word: async () => recordedWords(recorded.take('worded')),
      answer: async () => {
        const input = recorded.take('answered');
        return input.kind === 'answered' && input.text === null ? undefined : recordedWords(input);
      },
    },
    knowledge: { find: async () => recorded.get('found').passages },
  };
}

async function drained(words: Words): Promise<void> {
  if (typeof words !== 'string') for await (const _ of words);
}

/** Streamed words are streamed again, and fail at the same place. */
function recordedWords(input: Extract<Input, { kind: 'worded' | 'answered' | 'failed' }>): Words {
  if (input.kind !== 'failed') return input.isStreamed ? streamed(input.text ?? '') : (input.text ?? '');
  if (input.text === undefined) throw failureOf(input);
  return streamed(input.text, failureOf(input));
}

async function* streamed(text: string, failure?: Error): AsyncGenerator<string> {
  yield text;
  if (failure !== undefined) throw failure;
}
