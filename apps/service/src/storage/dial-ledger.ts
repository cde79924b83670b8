import { appendFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Gathering } from './gathering.ts';
import type { ObjectStore } from './objects/object-store.ts';

/** A call that is about to be placed, as it is written down outside the database. */
export interface DialLine {
  readonly conversationId: string;
  readonly attemptNumber: number;
  readonly companyId: string;
  /** Keyed hash of the telephone number, hex. */
  readonly numberHash: string;
  /** When it was claimed, ISO. */
  readonly at: string;
  readonly workerId: string;
  /** Which of the ledger's claims in the database took it. */
  readonly claim: number;
  /** System identifier, timeline and database that it was claimed from. */
  readonly database: string;
  /** Absent: it was placed or is about to be. False takes an earlier line back: nobody was dialled. */
  readonly placed?: false;
}

/** What is known of the ledger of one worker. */
export interface LedgerHead {
  readonly ledgerId: string;
  /** The highest claim in it. */
  readonly claims: number;
}

type Objects = Pick<ObjectStore, 'put' | 'get' | 'list' | 'delete'>;

export interface DialLedgerOptions {
  readonly objects: Objects;
  /** Of this machine; what is written here survives the loss of the object store. */
  readonly folder: string;
  readonly newId: () => string;
  readonly now: () => Date;
}

const ROOT = 'dial-ledger';
const TYPE = 'application/jsonl';
/** An object is written again with each line that is added to it; beyond this a new one begins. */
const LINES_PER_PART = 200;
const READS_AT_ONCE = 16;
/** A restored backup may be so old; after that the ledger no longer knows who was called. */
export const LEDGER_DAYS = 90;
const DAY_MS = 86_400_000;
/** Beyond this all days are listed at once. */
const FEW_DAYS = 7;

/** `head`: the highest claim of the ledger so far; lines that take others back come after later claims. */
type StoredLine = DialLine & { readonly head: number };

/** A ledger that is being written, and its newest part. */
interface Book {
  readonly id: string;
  part: number;
  day: string;
  lines: StoredLine[];
  head: number;
}

/** Where one part of a ledger is: on this machine, in the object store or in both, of which either may lack lines. */
interface Part {
  file?: string;
  key?: string;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const textOf = (lines: readonly StoredLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const fileOf = ({ id, part }: Book): string => `${id}.${String(part).padStart(6, '0')}.jsonl`;
const keyOf = (book: Book): string => `${ROOT}/${book.day}/${fileOf(book)}`;

/**
 * Append-only, on this machine's disk and in the object store, and one for each process: nobody else writes to it.
 *
 *   <folder>/<ledger id>.<part>.jsonl
 *   dial-ledger/<day>/<ledger id>.<part>.jsonl
 *
 * `append` resolves when both have the lines. Every process can read the ledgers of all. A part is small, so that whoever
 * wants the newest lines reads little.
 */
export class DialLedger {
  readonly #options: DialLedgerOptions;
  /** Another one after each reconciliation, because its claims are counted anew. */
  #book: Book;
  /** One write at a time, and what arrives meanwhile shares the next one: a trunk that fails has many calls taken back. */
  readonly #writes = new Gathering<{ readonly book: Book; readonly lines: readonly DialLine[] }, void>(
    async (rows) => {
      for (const [book, ofBook] of Map.groupBy(rows, (row) => row.book))
        await this.#write(
          book,
          ofBook.flatMap(({ lines }) => lines),
        );
      return [];
    },
    () => {},
    () => false,
  );

  constructor(options: DialLedgerOptions) {
    this.#options = options;
    this.#book = this.#newBook();
  }

  get id(): string {
    return this.#book.id;
  }

  /**
   * Begins a new ledger, and shows it to others before its first line: one that they see and that lacks a call proves that it
   * was not placed. Lines that are still being written belong to the former one.
   */
  async renew(): Promise<void> {
    const book = this.#newBook();
    await this.#options.objects.put(keyOf(book), Buffer.alloc(0), { contentType: TYPE });
    this.#book = book;
  }

  async append(lines: readonly DialLine[]): Promise<void> {
    if (lines.length > 0) await this.#writes.add({ book: this.#book, lines });
  }

  #newBook(): Book {
    const { newId, now } = this.#options;
    return { id: newId(), part: 0, day: dayOf(now()), lines: [], head: 0 };
  }

  async #write(book: Book, lines: readonly DialLine[]): Promise<void> {
    const { objects, folder, now } = this.#options;
    const day = dayOf(now());
    if (book.lines.length >= LINES_PER_PART || book.day !== day) {
      book.part += 1;
      book.lines = [];
    }
    book.day = day;
    const added = lines.map((line) => {
      book.head = Math.max(book.head, line.claim);
      return { ...line, head: book.head };
    });
    const all = [...book.lines, ...added];
    await Promise.all([
      appendDurably(folder, fileOf(book), textOf(added)),
      objects.put(keyOf(book), Buffer.from(textOf(all)), { contentType: TYPE }),
    ]);
    book.lines = all;
  }

  /** The heads of all ledgers of all processes, of the last LEDGER_DAYS. */
  async heads(): Promise<LedgerHead[]> {
    return eachOf([...(await this.#ledgers())], async ([ledgerId, parts]) => ({
      ledgerId,
      claims: (await this.#read(parts.at(-1) as Part)).reduce((most, { head }) => Math.max(most, head), 0),
    }));
  }

  /**
   * The calls that a ledger has after so many claims, without those that were taken back; undefined: this process does
   * not see that ledger. `since`: the first of them was claimed no earlier, which saves looking for older parts.
   */
  async linesAfter(ledgerId: string, claims: number, since?: Date): Promise<DialLine[] | undefined> {
    const recent = since && (await this.#ledgers(since)).get(ledgerId);
    // A ledger without a line since then is known all the same.
    const parts = recent ?? (await this.#ledgers()).get(ledgerId);
    if (parts === undefined) return undefined;
    const [placed, takenBack] = [new Map<string, DialLine>(), new Set<string>()];
    // From the newest part backwards: claims rise.
    for (const part of parts.toReversed()) {
      const lines = await this.#read(part);
      for (const line of lines) {
        const name = `${line.conversationId} ${line.attemptNumber} ${line.claim}`;
        if (line.placed === false) takenBack.add(name);
        else if (line.claim > claims) placed.set(name, line);
      }
      if (lines.some(({ head }) => head <= claims)) break;
    }
    return [...placed].flatMap(([name, line]) => (takenBack.has(name) ? [] : [line]));
  }

  /** Removes what is older than LEDGER_DAYS. */
  async forgetOld(): Promise<void> {
    const { objects, folder, now } = this.#options;
    const before = new Date(now().getTime() - LEDGER_DAYS * DAY_MS);
    const old = (await objects.list(ROOT)).filter((key) => (key.split('/')[1] ?? '') < dayOf(before));
    await objects.delete(old);
    for (const file of await this.#files()) {
      const newest = (await this.#read({ file })).at(-1)?.at;
      if (newest !== undefined && new Date(newest) < before) await rm(join(folder, file));
    }
  }

  /** The parts of each ledger, oldest first. */
  async #ledgers(since?: Date): Promise<Map<string, Part[]>> {
    const parts = new Map<string, Part>();
    for (const file of await this.#files()) parts.set(file, { file });
    for (const key of await this.#keys(since)) {
      const name = key.split('/')[2] ?? '';
      parts.set(name, { ...parts.get(name), key });
    }
    const inOrder = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    const ledgers = Map.groupBy(inOrder, ([name]) => name.split('.')[0] ?? '');
    return new Map([...ledgers].map(([ledgerId, own]) => [ledgerId, own.map(([, part]) => part)]));
  }

  async #keys(since: Date | undefined): Promise<string[]> {
    const { objects, now } = this.#options;
    if (since === undefined || now().getTime() - since.getTime() > FEW_DAYS * DAY_MS)
      return objects.list(ROOT);
    const days = new Set<string>();
    // Clocks differ by seconds, and a day may end between them.
    for (let ms = since.getTime() - DAY_MS; ms <= now().getTime() + DAY_MS; ms += DAY_MS)
      days.add(dayOf(new Date(ms)));
    return (await eachOf([...days], (day) => objects.list(`${ROOT}/${day}`))).flat();
  }

  async #files(): Promise<string[]> {
    const names = await readdir(this.#options.folder).catch(absent);
    return (names ?? []).filter((name) => name.endsWith('.jsonl'));
  }

  async #read({ file, key }: Part): Promise<StoredLine[]> {
    const { objects, folder } = this.#options;
    const local = file === undefined ? '' : await readFile(join(folder, file), 'utf8').catch(absent);
    const object = key === undefined ? undefined : await objects.get(key);
    const stored = object === undefined ? '' : (await buffer(object.body)).toString();
    return [...linesOf(local ?? ''), ...linesOf(stored)];
  }
}

/** A crash or a full disk may have cut a line off: then its call was not placed. */
const linesOf = (text: string): StoredLine[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as StoredLine];
    } catch {
      return [];
    }
  });

async function appendDurably(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const isNew = !(await open(path, 'r').then(
    (file) => file.close().then(() => true),
    () => false,
  ));
  await appendFile(path, text, { mode: 0o600, flush: true });
  if (!isNew) return;
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}

async function eachOf<In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = [];
  for (let at = 0; at < all.length; at += READS_AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + READS_AT_ONCE).map(work))));
  return done;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
