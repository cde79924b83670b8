import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import type { ContactField } from '../../domains/contact-fields/contact-field.model.ts';
import { ConfigError } from '../config.ts';
import type { BadRow, CompanyRules, ContactRow } from '../contact-rows.ts';
import { type RemoteService, ServiceRefusal } from '../remote-service.ts';
import { Interrupted } from './command.ts';

/** What one request attaches at most. */
const ATTACHED_AT_ONCE = 500;
const AT_ONCE = 8;
/** Of a longer list this many are shown. */
const LISTED = 20;

export interface WantedRun {
  readonly name: string;
  readonly agentId: string;
  readonly jobId?: string;
}

interface CreatedContact {
  /** Of the file. */
  readonly line: number;
  readonly id: string;
  /** As the service wrote it: two spellings of one number are the same. */
  readonly phoneNumber?: string;
}

/** What rows are checked against before anything is created, as far as the key may read it. */
export async function readCompanyRules(service: RemoteService): Promise<CompanyRules> {
  const [fields, company] = await Promise.all([
    unlessForbidden(allFields(service)),
    unlessForbidden(
      service.send<{ data: { defaultCountry?: string | null }[] }>('GET', '/companies?limit=1'),
    ),
  ]);
  return {
    fields: fields && new Map(fields.map((field) => [field.key, field])),
    country: company && (company.data[0]?.defaultCountry ?? null),
  };
}

async function allFields(service: RemoteService): Promise<ContactField[]> {
  const fields: ContactField[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const path = `/contact-fields?limit=100&page=${page}`;
    const answer = await service.send<{ data: ContactField[]; totalPages: number }>('GET', path);
    fields.push(...answer.data);
    pages = answer.totalPages;
  }
  return fields;
}

const unlessForbidden = <Value>(asked: Promise<Value>): Promise<Value | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 403) return undefined;
    throw error;
  });

/**
 * The draft of a run and its contacts. Until it is launched, whatever stops the command takes all of it away again, so
 * that the next try does not find everybody twice.
 */
export class RunDraft {
  readonly #service: RemoteService;
  readonly #interrupted: AbortSignal;
  #runId: string | undefined;
  readonly #created: CreatedContact[] = [];

  constructor(service: RemoteService, interrupted: AbortSignal) {
    this.#service = service;
    this.#interrupted = interrupted;
  }

  get contacts(): number {
    return this.#created.length;
  }

  async create(wanted: WantedRun): Promise<void> {
    const { id } = await this.#service.send<{ id: string }>('POST', '/runs', wanted);
    this.#runId = id;
  }

  /** In the order of the file. Returns the rows that the service refuses; stops at the first one unless bad rows are skipped. */
  async addContacts(rows: readonly ContactRow[], { skipBad }: { skipBad: boolean }): Promise<BadRow[]> {
    const bad: BadRow[] = [];
    for (let from = 0; from < rows.length && (skipBad || bad.length === 0); from += AT_ONCE) {
      this.#stopIfInterrupted();
      const batch = rows.slice(from, from + AT_ONCE);
      // Wait for all, even if one fails: everything created must be known, so that it can be removed.
      const ended = await Promise.allSettled(batch.map((row) => this.#addContact(row)));
      this.#created.push(...ended.flatMap((one) => ('value' in one && 'id' in one.value ? [one.value] : [])));
      bad.push(...ended.flatMap((one) => ('value' in one && 'problems' in one.value ? [one.value] : [])));
      const broken = ended.find((one) => one.status === 'rejected');
      if (broken) throw broken.reason;
    }
    return bad;
  }

  async #addContact({ line, contact }: ContactRow): Promise<CreatedContact | BadRow> {
    try {
      const created = await this.#service.send<Omit<CreatedContact, 'line'>>('POST', '/contacts', contact);
      return { ...created, line };
    } catch (error) {
      const isBad = error instanceof ServiceRefusal && (error.status === 400 || error.status === 422);
      if (!isBad) throw error;
      return { line, problems: error.errors.length > 0 ? error.errors : [error.message] };
    }
  }

  /** Rows with the same number are perhaps a mistake in the file, and are called one after the other. */
  sharedNumbers(): string[] {
    return [...Map.groupBy(this.#created, ({ phoneNumber }) => phoneNumber)].flatMap(([number, same]) => {
      if (number === undefined || same.length === 1 || SIMULATED_NUMBER.test(number)) return [];
      const lines = same.slice(0, LISTED).map(({ line }) => line);
      const more = same.length > LISTED ? ` and ${same.length - LISTED} more` : '';
      return [
        `lines ${lines.join(', ')}${more} have the same phone number. They are called one after the other.`,
      ];
    });
  }

  async launch(at: string | undefined): Promise<string> {
    const runId = this.#runId ?? '';
    for (let from = 0; from < this.#created.length; from += ATTACHED_AT_ONCE) {
      this.#stopIfInterrupted();
      const contactIds = this.#created.slice(from, from + ATTACHED_AT_ONCE).map(({ id }) => id);
      await this.#service.send('POST', `/runs/${runId}/contacts`, { contactIds });
    }
    this.#stopIfInterrupted();
    await this.#service.send('POST', `/runs/${runId}/launch`, at === undefined ? {} : { scheduledAt: at });
    return runId;
  }

  #stopIfInterrupted(): void {
    if (this.#interrupted.aborted) throw new Interrupted('Interrupted before anybody was called.');
  }

  /** Removes what was created, and says so in a sentence, or what had to stay. */
  async undo(): Promise<string> {
    const contacts = this.#created.map(({ id }) => `/contacts/${id}`);
    if (this.#runId === undefined) return 'Nothing was created.';
    // The run first: if it cannot be removed, it may have been launched, and needs its contacts.
    const run = await this.#remove([`/runs/${this.#runId}`]);
    const { left, why } =
      run.left.length > 0 ? { ...run, left: [...run.left, ...contacts] } : await this.#remove(contacts);
    if (left.length === 0) return 'Nothing was kept: the draft and its contacts were removed again.';
    const more = left.length > LISTED ? ` and ${left.length - LISTED} more` : '';
    return `Not everything could be removed again (${why}). Still there: ${left.slice(0, LISTED).join(', ')}${more}`;
  }

  async #remove(paths: readonly string[]): Promise<{ left: string[]; why: string }> {
    const left: string[] = [];
    let why = '';
    for (let from = 0; from < paths.length; from += AT_ONCE) {
      const removals = paths.slice(from, from + AT_ONCE).map((path) =>
        this.#service.send('DELETE', path).catch((error: Error) => {
          left.push(path);
          why = error.message;
        }),
      );
      await Promise.all(removals);
    }
    return { left, why };
  }
}

/** Adds to the error what happened to the draft. The class of the error decides the exit code. */
export async function undoing<Value>(draft: RunDraft, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const words = `${(error as Error).message}\n${await draft.undo()}`;
    throw error instanceof Interrupted ? new Interrupted(words) : new ConfigError(words, { cause: error });
  }
}
