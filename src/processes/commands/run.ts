import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { readCsv } from '../csv.ts';
import { RemoteService } from '../remote-service.ts';
import type { Command } from './command.ts';

export const runCommand: Command = {
  help: `Usage: parley run --key KEY --agent ID|NAME --contacts FILE.csv [--name NAME] [--job ID] [--at TIME] [--url ADDRESS]

Calls everybody in a file and shows how far it is. The first line of the file names its columns: firstName,
lastName, phoneNumber or email, and if you like gdprExpiryDate (default in a year); every other column is a field
of the contact, such as timezone. Ctrl-C stops the watching, not the run.

  --key       An API key; default the environment variable PARLEY_KEY.
  --agent     The agent's id or its name.
  --contacts  Whom to call.
  --name      What the run is called; default the name of the file.
  --job       The job that the calls are about, where the agent needs one.
  --at        When to start, as 2026-03-14T09:00:00Z; default now.
  --url       Where the service runs; default as this machine's settings say.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        key: { type: 'string' },
        agent: { type: 'string' },
        contacts: { type: 'string' },
        name: { type: 'string' },
        job: { type: 'string' },
        at: { type: 'string' },
        url: { type: 'string' },
      },
    });
    if (!values.agent) throw new ConfigError('--agent must name an agent.');
    if (!values.contacts) throw new ConfigError('--contacts must name a file.');
    const service = RemoteService.at(values);
    const contacts = await readContacts(values.contacts);
    const { id } = await service.send<{ id: string }>('POST', '/runs', {
      name: values.name ?? values.contacts,
      agentId: await service.agentId(values.agent),
      ...(values.job === undefined ? {} : { jobId: values.job }),
    });
    await attach(service, id, contacts);
    await service.send(
      'POST',
      `/runs/${id}/launch`,
      values.at === undefined ? {} : { scheduledAt: values.at },
    );
    console.log(`Run ${id}`);
    await show(service, id);
  },
};

const YEAR_MS = 365 * 86_400_000;
/** What one request attaches at most. */
const ATTACHED_AT_ONCE = 500;
const AT_ONCE = 8;

type Row = Readonly<Record<string, string>>;

async function readContacts(file: string): Promise<Row[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ConfigError(`--contacts ${file} cannot be read: ${error.message}`);
  });
  const rows = readCsv(text);
  if (rows.length === 0) throw new ConfigError(`--contacts ${file} names nobody.`);
  return rows;
}

/** Makes the contacts and puts them on the list, in the order of the file. */
async function attach(service: RemoteService, runId: string, rows: readonly Row[]): Promise<void> {
  const contactIds: string[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const made = rows.slice(from, from + AT_ONCE).map((row, i) => newContact(service, row, from + i + 2));
    contactIds.push(...(await Promise.all(made)));
  }
  for (let from = 0; from < contactIds.length; from += ATTACHED_AT_ONCE)
    await service.send('POST', `/runs/${runId}/contacts`, {
      contactIds: contactIds.slice(from, from + ATTACHED_AT_ONCE),
    });
}

async function newContact(service: RemoteService, row: Row, line: number): Promise<string> {
  const { firstName, lastName, phoneNumber, email, gdprExpiryDate, ...fields } = row;
  const filled = Object.entries({ firstName, lastName, phoneNumber, email }).filter(([, value]) => value);
  const ofFields = Object.entries(fields).filter(([, value]) => value);
  try {
    const { id } = await service.send<{ id: string }>('POST', '/contacts', {
      ...Object.fromEntries(filled),
      gdprExpiryDate: gdprExpiryDate || new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
      ...(ofFields.length === 0 ? {} : { fields: Object.fromEntries(ofFields) }),
    });
    return id;
  } catch (error) {
    throw new ConfigError(`Line ${line} of the file: ${(error as Error).message}`);
  }
}

interface Shown {
  readonly status: string;
  readonly scheduleError: string | null;
  readonly progress: {
    readonly total: number;
    readonly queued: number;
    readonly inProgress: number;
    readonly completed: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly unreachable: number;
    readonly completion: number;
  };
}

/** One line that changes, on a terminal; elsewhere a line for every change. */
async function show(service: RemoteService, id: string): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  for await (const { event, data } of service.events(`/runs/${id}/events`)) {
    if (event !== 'progress') continue;
    const line = progressLine(data as Shown);
    process.stdout.write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
  }
  if (isTerminal) process.stdout.write('\n');
}

const BAR = 20;

function progressLine({ status, scheduleError, progress }: Shown): string {
  const { queued, inProgress, completed, failed, cancelled, unreachable, completion } = progress;
  const done = Math.round(completion * BAR);
  const bar = '#'.repeat(done) + '.'.repeat(BAR - done);
  const counts = { queued, 'on the line': inProgress, completed, unreachable, cancelled, failed };
  const words = Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'completed')
    .map(([name, count]) => `${count} ${name}`);
  const why = scheduleError === null ? '' : ` (${scheduleError})`;
  return `${status.padEnd(9)} [${bar}] ${String(Math.round(completion * 100)).padStart(3)} %  ${words.join(', ')}${why}`;
}
