import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { type BadRow, type CsvRow, columnProblems, readContactRows, readCsv } from '../contact-rows.ts';
import { RemoteService } from '../remote-service.ts';
import { type Command, exitCodes, Interrupted, interruption, UsageError } from './command.ts';
import { RunDraft, readCompanyRules, undoing } from './run-preparation.ts';

export const runCommand: Command = {
  help: `Usage: parley run --key KEY --agent ID|NAME --contacts FILE.csv [--name NAME] [--job ID|TITLE] [--at TIME]
                  [--skip-bad-rows] [--json] [--url ADDRESS]

Calls all contacts in a CSV file and shows the progress. The first line of the file names its columns: firstName,
lastName, phoneNumber or email, optionally gdprExpiryDate (default: in a year). Every other column is a field
of the contact, such as timezone.

All rows are checked before anything is created. If one cannot be used, all problems are listed and nothing is
created. If the service refuses the run or a row, everything created so far is removed. Ctrl-C before the launch does
the same; after the launch, Ctrl-C ends this command and the run continues.

  --key            An API key; default the environment variable PARLEY_KEY.
  --agent          The agent's id or its name.
  --contacts       The CSV file with the contacts to call.
  --skip-bad-rows  Skips rows that cannot be used, and calls the others.
  --name           Name of the run; default: the name of the file.
  --job            The job that the calls are about, by id or title, if the agent needs one.
  --at             Start time, such as 2026-03-14T09:00:00Z; default: now.
  --json           Prints only the run to standard output when it is over, as GET /runs/{id} returns it. The progress goes
                   to standard error.
  --url            Address of the service; default: the one that runs on this machine.

Exits with 0 if the run is completed, whatever the results of its calls; with 1 if it was refused or cancelled.`,
  handlesInterrupt: true,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options });
    if (!values.agent) throw new UsageError('--agent must name an agent.');
    if (!values.contacts) throw new UsageError('--contacts must name a file.');
    if (values.at !== undefined && !isInstant(values.at))
      throw new UsageError('--at must be a time with its offset, such as 2026-03-14T09:00:00Z.');
    const interrupted = interruption();
    const service = RemoteService.at(values);
    const file = await readContacts(values.contacts);
    const wanted = {
      name: values.name ?? basename(values.contacts),
      agentId: await service.agentId(values.agent),
      ...(values.job === undefined ? {} : { jobId: await service.jobId(values.job) }),
    };
    const { good, bad } = await usableRows(service, values.contacts, file, values['skip-bad-rows']);
    const draft = new RunDraft(service, interrupted);
    const sayStopping = () => console.error('Interrupted. Removing what was created…');
    interrupted.addEventListener('abort', sayStopping);
    const id = await undoing(draft, async () => {
      await draft.create(wanted);
      const refused = await draft.addContacts(good, { skipBad: values['skip-bad-rows'] });
      if (refused.length > 0) bad.push(...refused);
      if (refused.length > 0 && !values['skip-bad-rows'])
        throw new ConfigError(`The service refused rows of ${values.contacts}.\n${listed(bad)}\n${ADVICE}`);
      if (draft.contacts === 0)
        throw new ConfigError(`No row of ${values.contacts} can be used.\n${listed(bad)}`);
      for (const warning of draft.sharedNumbers()) console.error(`Warning: ${warning}`);
      return draft.launch(values.at);
    });
    interrupted.removeEventListener('abort', sayStopping);
    if (bad.length > 0)
      console.error(`${counted(bad.length, 'row was', 'rows were')} left out.\n${listed(bad)}`);
    // With --json standard output is for the run alone.
    const out = values.json ? process.stderr : process.stdout;
    out.write(`Run ${id}\n`);
    const status = await watch(service, id, out, interrupted);
    if (values.json) console.log(JSON.stringify(await service.send('GET', `/runs/${id}`), null, 2));
    if (status !== 'COMPLETED') process.exitCode = exitCodes.failed;
  },
};

const options = {
  key: { type: 'string' },
  agent: { type: 'string' },
  contacts: { type: 'string' },
  'skip-bad-rows': { type: 'boolean', default: false },
  name: { type: 'string' },
  job: { type: 'string' },
  at: { type: 'string' },
  json: { type: 'boolean', default: false },
  url: { type: 'string' },
} as const;

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));

const ADVICE = 'Fix these rows, or leave them out with --skip-bad-rows.';
const listed = (bad: readonly BadRow[]): string =>
  [...bad]
    .sort((a, b) => a.line - b.line)
    .map(({ line, problems }) => `  Line ${line}: ${problems.join('; ')}`)
    .join('\n');
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

async function readContacts(file: string): Promise<{ columns: string[]; rows: CsvRow[] }> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--contacts ${file} cannot be read: ${error.message}`);
  });
  return readCsv(text);
}

/** Reports every problem that can be found before anything is created. */
async function usableRows(
  service: RemoteService,
  name: string,
  { columns, rows }: { columns: string[]; rows: CsvRow[] },
  skipBad: boolean,
) {
  if (rows.length === 0)
    throw new ConfigError(`${name} has no contacts: there is no row below its first line.`);
  const rules = await readCompanyRules(service);
  const problems = columnProblems(columns, rows, rules);
  if (problems.length > 0)
    throw new ConfigError(`${name} cannot be used; nothing was created.\n  ${problems.join('\n  ')}`);
  const { good, bad } = readContactRows(rows, rules, Date.now());
  if (bad.length > 0 && (!skipBad || good.length === 0))
    throw new ConfigError(
      `${counted(bad.length, 'row', 'rows')} of ${name} cannot be used; nothing was created.\n${listed(bad)}\n${
        good.length === 0 ? 'Fix these rows.' : ADVICE
      }`,
    );
  return { good, bad };
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

/** One line that changes, on a terminal; elsewhere a line for every change. Answers how the run ended. */
async function watch(
  service: RemoteService,
  id: string,
  out: NodeJS.WriteStream,
  interrupted: AbortSignal,
): Promise<string> {
  const isTerminal = out.isTTY === true;
  let ended: string | undefined;
  for await (const { event, data } of service.events(`/runs/${id}/events`, interrupted)) {
    const shown = data as Shown;
    if (event === 'end') ended = shown.status;
    if (event !== 'progress') continue;
    const line = progressLine(shown);
    out.write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
  }
  if (isTerminal) out.write('\n');
  if (ended !== undefined) return ended;
  const how = `GET /runs/${id} shows its progress, POST /runs/${id}/cancel cancels it.`;
  if (interrupted.aborted) throw new Interrupted(`The run continues: ${how}`);
  throw new ConfigError(
    `The connection to the service broke during the run. The run continues when the service runs again: ${how}`,
  );
}

const BAR = 20;

function progressLine({ status, scheduleError, progress }: Shown): string {
  const { queued, inProgress, completed, failed, cancelled, unreachable, completion } = progress;
  const done = Math.round(completion * BAR);
  const bar = '#'.repeat(done) + '.'.repeat(BAR - done);
  const counts = { queued, live: inProgress, completed, unreachable, cancelled, failed };
  const words = Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'completed')
    .map(([name, count]) => `${count} ${name}`);
  const why = scheduleError === null ? '' : ` (${scheduleError})`;
  return `${status.padEnd(9)} [${bar}] ${String(Math.round(completion * 100)).padStart(3)} %  ${words.join(', ')}${why}`;
}
