import { MOST_JOBS, MOST_TAGS, type RowError } from '@parley/contract/contact.ts';
import type { ImportedRow, ImportOptions, ImportRows } from '@parley/contract/contact-import.ts';
import {
  Failure,
  type FlowProblem,
  sentenceOf,
  type Violation,
  violationOf,
} from '@parley/kernel/failure.ts';
import type { Check } from '../../http/validation.ts';
import type { Scope } from '../../storage/scope.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { type Contact, type NewContact, tidyTags } from './contact.model.ts';
import { assignJobs, assignJobsOf, insertContacts, saveContacts } from './contact.store.ts';
import {
  type Additions,
  changesOf,
  differences,
  type Identity,
  KnownContacts,
  likeliest,
  rowIdentity,
  type Snapshot,
  samePeople,
  snapshotOf,
} from './contact-import.model.ts';
import { holdContactsLike, likeContacts } from './contact-import.store.ts';
import { setTags, tagContacts } from './contact-tag.store.ts';
import { changedContact, newContact, readContactChanges, readNewContact } from './sent-contact.actions.ts';

type Row = ImportRows['rows'][number];
type Read = Awaited<ReturnType<typeof readNewContact>>;

/** A row that can be imported: as it was sent, as a whole new contact, and what it is told apart by. */
interface GoodRow {
  readonly line: number;
  readonly sent: Partial<NewContact>;
  readonly wanted: NewContact;
  readonly read: Read;
  readonly identity: Identity;
}

/** What a row did, and what is needed to undo it. */
export interface Imported {
  readonly answer: ImportedRow;
  readonly before: Snapshot | Additions | null;
  readonly savedAt: Date | null;
}

/** A contact that was there before, and what of it the rows changed. */
interface ChangedContact {
  readonly contact: Contact;
  readonly names: ReadonlySet<string>;
}

/** Imports rows in one transaction. */
export class RowImporter {
  readonly #scope: Scope;
  readonly #options: ImportOptions;
  readonly #check: Check;
  readonly #known = new KnownContacts();
  /** What the rows make of each contact, written together at the end: rows read only what is known here. */
  readonly #created = new Map<string, Contact>();
  readonly #changed = new Map<string, ChangedContact>();
  /** The line that created or changed a contact last. */
  readonly #lines = new Map<string, number>();

  constructor(scope: Scope, options: ImportOptions, check: Check) {
    this.#scope = scope;
    this.#options = options;
    this.#check = check;
  }

  /** What the rows would do; nothing is written and nobody is kept waiting. */
  previewAll(rows: readonly Row[]): Promise<Imported[]> {
    return this.#judge(rows, likeContacts);
  }

  async importAll(rows: readonly Row[]): Promise<Imported[]> {
    const done = await this.#judge(rows, holdContactsLike);
    const created = [...this.#created.values()];
    await insertContacts(this.#scope, created);
    await saveContacts(
      this.#scope,
      [...this.#changed.values()].map(({ contact }) => contact),
    );
    const isNamed = (name: string) => (one: ChangedContact) => one.names.has(name);
    for (const { contact } of [...this.#changed.values()].filter(isNamed('jobIds')))
      await assignJobs(this.#scope, contact.id, contact.jobIds);
    for (const { contact } of [...this.#changed.values()].filter(isNamed('tags')))
      await setTags(this.#scope, contact.id, contact.tags);
    await assignJobsOf(this.#scope, created);
    await tagContacts(this.#scope, created);
    return done;
  }

  async #judge(rows: readonly Row[], contactsLike: typeof likeContacts): Promise<Imported[]> {
    const read: (GoodRow | Imported)[] = [];
    for (const row of rows) read.push(await this.#read(row));
    if (this.#options.duplicates !== 'create') {
      const identities = read.flatMap((row) => ('identity' in row ? [row.identity] : []));
      this.#known.add(...(await contactsLike(this.#scope, identities)));
    }
    const done: Imported[] = [];
    for (const row of read)
      done.push('identity' in row ? await orRefused(row.line, () => this.#import(row)) : row);
    return done;
  }

  async #read({ line, values }: Row): Promise<GoodRow | Imported> {
    const { gdprExpiryDate, tags = [] } = this.#options;
    const whole = { ...(gdprExpiryDate !== undefined && { gdprExpiryDate }), ...values };
    const violations = this.#check(whole);
    if (violations.length > 0) return refused(line, violations);
    const sent = { ...values, tags: [...tags, ...((values.tags as string[] | undefined) ?? [])] };
    const full = limitViolations(sent.tags, []);
    if (full.length > 0) return refused(line, full);
    const wanted = { ...whole, tags: sent.tags } as unknown as NewContact;
    const read = await readNewContact(this.#scope, wanted, this.#options.defaultCountry);
    if (read.violations.length > 0) return refused(line, read.violations);
    const identity = rowIdentity(this.#options, read.phoneNumber, wanted.email);
    return { line, sent, wanted, read, identity };
  }

  async #import(row: GoodRow): Promise<Imported> {
    const { duplicates = 'skip' } = this.#options;
    if (duplicates === 'create') return this.#create(row);
    const near = this.#known.like(row.identity);
    const likely = likeliest(samePeople(near, row.identity, row.wanted), row.identity, row.wanted);
    const [contact] = likely;
    if (contact === undefined) return this.#create(row, near);
    if (duplicates === 'skip') return this.#unchanged(row, contact);
    if (likely.length > 1)
      return refused(row.line, [
        `phoneNumber or email is that of ${likely.length} contacts: merge them first, or skip duplicates`,
      ]);
    return this.#change(row, contact, duplicates);
  }

  /** Others with the same number, under other names, are named in the answer. */
  async #create({ line, wanted, read }: GoodRow, others: readonly Contact[] = []): Promise<Imported> {
    const sameNumberAs = this.#sharedNumber(others);
    await requireJobs(this.#scope, wanted.jobIds ?? (wanted.jobId === undefined ? [] : [wanted.jobId]));
    const { contact } = await newContact(
      this.#scope,
      wanted,
      read,
      this.#options.createMissingFields ?? false,
    );
    this.#created.set(contact.id, contact);
    this.#known.add(contact);
    this.#lines.set(contact.id, line);
    return {
      answer: { line, result: 'created', contactId: contact.id, ...sameNumberAs, ...shown(contact) },
      before: { addedTags: contact.tags, addedJobIds: contact.jobIds },
      savedAt: contact.updatedAt,
    };
  }

  #unchanged({ line }: GoodRow, contact: Contact): Imported {
    return {
      answer: {
        line,
        result: 'skipped',
        contactId: contact.id,
        ...this.#sameLine(contact),
        ...shown(contact),
      },
      before: null,
      savedAt: null,
    };
  }

  async #change(row: GoodRow, contact: Contact, rule: 'update' | 'merge'): Promise<Imported> {
    const changes = changesOf(rule, contact, row.sent);
    const read = await readContactChanges(this.#scope, changes, this.#options.defaultCountry);
    const violations = [...read.violations, ...limitViolations(changes.tags ?? [], changes.jobIds ?? [])];
    if (violations.length > 0) return refused(row.line, violations);
    await requireJobs(this.#scope, changes.jobIds ?? []);
    const { changed } = await changedContact(
      this.#scope,
      contact,
      changes,
      read,
      this.#options.createMissingFields ?? false,
    );
    const names = differences(contact, changed);
    if (names.length === 0) return this.#unchanged(row, contact);
    if (this.#created.has(changed.id)) this.#created.set(changed.id, changed);
    else {
      const earlier = this.#changed.get(changed.id)?.names ?? [];
      this.#changed.set(changed.id, { contact: changed, names: new Set([...earlier, ...names]) });
    }
    const same = this.#sameLine(contact);
    this.#known.add(changed);
    this.#lines.set(changed.id, row.line);
    return {
      answer: {
        line: row.line,
        result: rule === 'update' ? 'updated' : 'merged',
        contactId: changed.id,
        ...same,
        changes: names,
        ...shown(changed),
      },
      before: snapshotOf(contact, changed),
      savedAt: changed.updatedAt,
    };
  }

  /** One of the file before one that was there: its line is in front of the user. */
  #sharedNumber(others: readonly Contact[]): Pick<ImportedRow, 'sameNumberAs'> {
    const other = others.toSorted((a, b) => this.#lineOf(b) - this.#lineOf(a))[0];
    if (other === undefined) return {};
    const line = this.#lines.get(other.id);
    const name = `${other.firstName} ${other.lastName}`;
    return { sameNumberAs: { ...(line === undefined ? { contactId: other.id } : { line }), name } };
  }

  #lineOf({ id }: Contact): number {
    return this.#lines.get(id) ?? 0;
  }

  #sameLine({ id }: Contact): { sameAsLine?: number } {
    const line = this.#lines.get(id);
    return line === undefined ? {} : { sameAsLine: line };
  }
}

/** The limits of a contact hold for what it has, what the row says and what the import adds together. */
const limitViolations = (tags: readonly string[], jobIds: readonly string[]): string[] => [
  ...(tidyTags(tags).length > MOST_TAGS
    ? [`tags must be at most ${MOST_TAGS}, with those that are added`]
    : []),
  ...(jobIds.length > MOST_JOBS ? [`jobIds must be at most ${MOST_JOBS}, with those of the contact`] : []),
];

const shown = ({ phoneNumber, email }: Contact) => ({
  ...(phoneNumber !== null && { phoneNumber }),
  ...(email !== null && { email }),
});

type AnyError = string | Violation | FlowProblem;

const refused = (line: number, errors: readonly AnyError[]): Imported => ({
  answer: { line, result: 'refused', errors: errors.map(rowError) },
  before: null,
  savedAt: null,
});

/** A rule that refuses a row refuses only that row. */
async function orRefused(line: number, work: () => Promise<Imported>): Promise<Imported> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refused(line, error.details.errors ?? [{ path: '', message: error.message }]);
  }
}

const rowError = (error: AnyError): RowError => ({
  ...(violationOf(error) as Omit<RowError, 'message'>),
  message: sentenceOf(error),
});
