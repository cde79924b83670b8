import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallAnswer } from '@parley/call-engine/outcome.ts';
import type { Heard } from '@parley/contract/live-view.ts';
import { conflict, Failure } from '@parley/kernel/failure.ts';
import { isOnLine, liveCallOf } from '../domains/conversations/live-call.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { wavHeader } from '../storage/objects/recorded-objects.ts';
import { rateOfPart, recordingPart } from '../storage/objects/recording-key.ts';
import type { Scope } from '../storage/scope.ts';
import { countParts, partAt } from './call-recordings.ts';

export interface ListenInOptions {
  readonly objects: Pick<ObjectStore, 'get' | 'head'>;
  /** Resolves early when the signal comes. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A part is five seconds long. */
const LOOK_MS = 500;
const MOST_LISTENERS = 50;
const RETRY_SECONDS = 30;
/** A file that has no end yet: players take the largest length for that. */
const ENDLESS_BYTES = 2 ** 32;

/**
 * The sound of a live call for somebody who listens in: the parts of its recording as they are stored, so some seconds
 * after they were spoken, whichever process holds the call. The contact is on the left, the agent on the right.
 */
export class ListeningIn {
  readonly #with: ListenInOptions;
  #listeners = 0;

  constructor(options: ListenInOptions) {
    this.#with = options;
  }

  readonly open = async (
    scope: Scope,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>> => {
    const attemptId = await liveCallOf(scope, conversationId);
    const first = await partAt(this.#with.objects, attemptId, 0);
    if (!first)
      throw conflict(
        'There is no audio yet. It starts some seconds after the first words of a call; typed and simulated calls have none.',
      );
    if (this.#listeners >= MOST_LISTENERS)
      throw new Failure('too_many_requests', 'Too many listeners: try again later', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    return this.#follow(scope, { conversationId, attemptId }, rateOfPart(first.contentType), signal);
  };

  async *#follow(
    scope: Scope,
    call: { readonly conversationId: string; readonly attemptId: string },
    rateHz: number,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const { objects, sleep } = this.#with;
    this.#listeners += 1;
    try {
      yield wavHeader(rateHz, ENDLESS_BYTES);
      // Start with what is spoken now, not with the beginning of the call.
      let part = (await countParts(objects, call.attemptId)) - 1;
      while (!signal.aborted) {
        // Asked first: the last part is stored before the call is settled.
        const isLive = await isOnLine(scope, call.conversationId, call.attemptId);
        const stored = await objects.get(recordingPart(call.attemptId, Math.max(0, part)));
        if (stored) {
          part = Math.max(0, part) + 1;
          for await (const chunk of stored.body) yield chunk as Uint8Array;
        } else if (!isLive) return;
        else await sleep(LOOK_MS, signal);
      }
    } finally {
      this.#listeners -= 1;
    }
  }
}

/** What the live view shows of one entry of the journal. */
export function liveEntry(kept: unknown): Heard | undefined {
  const entry = kept as JournalEntry;
  switch (entry.kind) {
    case 'say':
      return { event: 'speaking', data: { speaker: 'AI', text: entry.text } };
    case 'said':
      return entry.text === '' ? undefined : { event: 'words', data: spoken('AI', entry) };
    case 'heard':
      if (entry.heard.kind === 'partial')
        return { event: 'speaking', data: { speaker: 'CONTACT', text: entry.heard.text } };
      return entry.heard.kind === 'words'
        ? { event: 'words', data: spoken('CONTACT', entry.heard) }
        : undefined;
    case 'branch':
    case 'end':
      return { event: 'decision', data: { what: entry.kind, why: entry.why } };
    case 'note':
    case 'revise':
      return { event: 'decision', data: { what: 'answer', why: answerWords(entry.answer) } };
    case 'skip':
      return { event: 'decision', data: { what: entry.kind, why: entry.why } };
    default:
      return undefined;
  }
}

function answerWords({ question, value, quote, evidence }: CallAnswer): string {
  const shown = Array.isArray(value) ? value.join(', ') : String(value ?? 'not answered');
  const words = quote ?? evidence;
  return `${question} ${shown}${words === '' ? '' : ` (“${words}”)`}`;
}

const spoken = (
  speaker: 'AI' | 'CONTACT',
  { text, startMs, endMs }: { readonly text: string; readonly startMs: number; readonly endMs: number },
) => ({ speaker, text, startTime: startMs / 1000, endTime: endMs / 1000 });
