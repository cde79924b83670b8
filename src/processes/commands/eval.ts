import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs, styleText } from 'node:util';
import { rulesBrain } from '../../calls/brain/rules.ts';
import { Failure } from '../../kernel/failure.ts';
import { type Evaluation, type EvaluationOrder, evaluateAgent } from '../../workflows/evaluate-agent.ts';
import { draftedAgent, keptAgent } from '../../workflows/evaluation/agent-on-trial.ts';
import { ConfigError } from '../config.ts';
import { evaluationPage } from '../evaluation/evaluation-page.ts';
import { terminalReport } from '../evaluation/terminal-report.ts';
import type { Command } from './command.ts';
import { withHouse } from './with-house.ts';

export const evalCommand: Command = {
  help: `Usage: parley eval AGENT|FILE.json [--seeds N] [--min-coverage PERCENT] [--job ID] [--html FILE] [--json]

Plays an agent against the eighteen people of the simulated telephone network, in memory, and reports how it did:
which places of its flow the calls came to, whether each ended as it must, and which rules were broken. Nobody is
called and nothing is written. Ends with 1 when an outcome is wrong, a rule was broken or too little was covered.

  AGENT           The agent's id or its name; works while the service runs and while it does not.
  FILE.json       The properties of an agent as POST /agents takes them, or a record as GET /agents/{id} gives it;
                  needs no database.
  --seeds         How often each person is played, each time with other words; default often enough that somebody
                  leans towards every branch, and at least 3.
  --min-coverage  How much of the flow must be covered; default 0.
  --job           The job that the calls are about; default the newest open one, where the agent needs one.
  --html          Writes the report as a page, with every transcript.
  --json          Prints everything as JSON instead.`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        seeds: { type: 'string' },
        'min-coverage': { type: 'string', default: '0' },
        job: { type: 'string' },
        html: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [wanted, ...others] = positionals;
    if (wanted === undefined || others.length > 0)
      throw new ConfigError('Name one agent, or a file with one: parley eval AGENT.');
    const leastPercent = numberIn('--min-coverage', values['min-coverage'], 0, 100);
    const seeds = values.seeds === undefined ? undefined : numberIn('--seeds', values.seeds, 1, 1000);

    const evaluate = (onTrial: Awaited<ReturnType<typeof keptAgent>>): Promise<Evaluation> => {
      const order: EvaluationOrder = {
        ...onTrial,
        brain: rulesBrain(),
        now: new Date(),
        stopwatch: () => performance.now(),
        ...(seeds === undefined ? {} : { seeds }),
      };
      return evaluateAgent(order);
    };
    const evaluation = wanted.endsWith('.json')
      ? await evaluate(await readDraft(wanted))
      : await withHouse(async ({ database }) => evaluate(await keptAgent(database, wanted, values.job)));

    if (values.html !== undefined) await write(values.html, evaluationPage(evaluation));
    if (values.json) console.log(JSON.stringify(evaluation, null, 2));
    else console.log(terminalReport(evaluation, (colour, text) => styleText(colour, text)).join('\n'));
    const { visited, total } = evaluation.coverage;
    const isCovered = visited * 100 >= leastPercent * total;
    if (!isCovered)
      console.error(`\nThe coverage is below the ${leastPercent} % that --min-coverage asks for.`);
    if (!evaluation.isRight || !isCovered) process.exitCode = 1;
  },
};

function numberIn(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most || text.trim() === '')
    throw new ConfigError(`${option} must be a whole number from ${least} to ${most}.`);
  return value;
}

async function readDraft(file: string) {
  const sent = await readJson(file);
  try {
    return draftedAgent(sent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const errors = (error.details.errors ?? []).map((one) =>
      typeof one === 'string' ? one : `${one.path} ${one.message}`,
    );
    throw new ConfigError([`${file}: ${error.message}`, ...errors].join('; '));
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

const write = (file: string, text: string): Promise<void> =>
  writeFile(file, text).catch((error: Error) => {
    throw new ConfigError(`--html ${file} cannot be written: ${error.message}`);
  });
