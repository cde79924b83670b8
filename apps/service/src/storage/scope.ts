import type { NewId } from '@parley/kernel/id.ts';
import type { Task } from '@parley/kernel/task.ts';
import type { CompanyId, Sql } from './sql.ts';

/** Who is acting: it goes into the audit log and into `cancelledBy`. */
export type Actor =
  | { readonly kind: 'api-key'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'admin'; readonly id: string }
  | { readonly kind: 'system'; readonly id: string };

export interface TextToSeal {
  /** The call in which it was said, or the contact that it is about. */
  readonly ownerId: string;
  /** Names the row: copied to another one, the text does not decrypt. */
  readonly context: string;
  /** Undefined: nothing is to be sealed. */
  readonly value: unknown;
}

export interface StoredText {
  /** The call, contact or document, for the log. */
  readonly ownerId: string;
  readonly context: string;
  readonly sealed: Buffer | null;
}

/** What came of opening a text. */
export type OpenedText =
  | { readonly kind: 'opened'; readonly value: unknown }
  /** Nothing is sealed there. */
  | { readonly kind: 'none' }
  /** Nobody can read it any more: its key was destroyed, or it was changed or belongs to another row. */
  | { readonly kind: 'gone' }
  /** Its key cannot be unwrapped, and others can. */
  | { readonly kind: 'broken'; readonly error: Error }
  /** Nothing can be read now: the KMS does not answer. Or a newer version wrote it. */
  | { readonly kind: 'unavailable'; readonly error: Error };

/** Seals and opens what was said in calls, and what documents say, with the keys of contacts. */
export interface Texts {
  /**
   * Whoever seals texts of these calls or contacts in a transaction does this before it begins: a new key takes the contact's row, which others
   * take first, and a KMS takes its time. Within a transaction nothing happens. False: the KMS does not answer.
   */
  prepare(ownerIds: readonly string[]): Promise<boolean>;
  /** Null: there is nothing to seal, or no key. Then it is stored plain, and sealed later in the background. */
  seal(texts: readonly TextToSeal[]): Promise<(Buffer | null)[]>;
  /** Each by itself: one that cannot be opened keeps no other from being read. */
  open(texts: readonly StoredText[]): Promise<OpenedText[]>;
  /** Whether all processes of the installation read what is sealed of one kind, a name of installation.ts. */
  isSealing(fact: string): Promise<boolean>;
}

/** Runs queries; `Bound` says whether a query must name its company. */
export interface Runner<Bound extends boolean> {
  all<Row extends object>(query: Sql<Bound>): Promise<Row[]>;
  /** The first row, or nothing. */
  first<Row extends object>(query: Sql<Bound>): Promise<Row | undefined>;
  /** How many rows a statement touched. */
  run(query: Sql<Bound>): Promise<number>;
  now(): Date;
  readonly newId: NewId;
  readonly texts: Texts;
  /**
   * Sends a statement together with the commit, so that what it locks is held for the shortest time there is. Its
   * failure is the transaction's. Outside a transaction it is simply run.
   */
  atCommit(query: Sql<Bound>): Promise<void>;
  /** Enqueued with the transaction that is open here, if one is: the task exists exactly when the rows do. */
  enqueue<Payload extends object>(task: Task<Payload>, payload: Payload): Promise<void>;
}

/**
 * What a store function of a company's data takes first: the database or transaction, the company and the
 * actor. It runs only queries that carry a CompanyId.
 */
export interface Scope extends Runner<true> {
  readonly companyId: CompanyId;
  readonly actor: Actor;
  /** Everything inside commits together or not at all; inside a transaction it joins that one. */
  transaction<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result>;
  /** Everything inside is read as it was at one moment, and nothing is written; inside a transaction it joins that one. */
  snapshot<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result>;
  /**
   * Writes or reads what the row says and answers what the work answered for it; outside a transaction, together with
   * what the same actor brings of the same work while an earlier one is under way. The work is all or nothing,
   * answers in the order of the rows, and is the same function each time.
   */
  together<Row, Result>(work: RowsWork<Row, Result>, row: Row): Promise<Result>;
}

export type RowsWork<Row, Result> = (scope: Scope, rows: readonly Row[]) => Promise<readonly Result[]>;

/** The whole installation, across companies: for keys, administrators and workers. Take a Scope where you can. */
export interface Everywhere extends Runner<boolean> {
  transaction<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result>;
  snapshot<Result>(work: (everywhere: Everywhere) => Promise<Result>): Promise<Result>;
  /** The view of one company, in the same database or transaction. */
  within(companyId: CompanyId, actor: Actor): Scope;
}

/** Two transactions waited for each other, or could not both be true: PostgreSQL undid one of them. */
const UNDONE: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const TRIES = 5;

/**
 * A transaction that may be done again as a whole when it was undone for standing in another's way: nothing of it has
 * happened. Only around the outermost one.
 */
export async function retried<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if (tries === TRIES || !UNDONE.has((error as { code?: unknown }).code)) throw error;
    }
  }
}
