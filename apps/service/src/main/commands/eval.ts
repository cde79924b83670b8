import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs, styleText } from 'node:util';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { Failure, sentenceOf } from '@parley/kernel/failure.ts';
import { isUuid } from '@parley/kernel/id.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { type Evaluation, evaluateAgent } from '../../workflows/evaluate-agent.ts';
import { type AgentUnderTest, draftedAgent, keptAgent } from '../../workflows/evaluation/agent-under-test.ts';
import type { Casting } from '../../workflows/evaluation/personas.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { evaluationPage } from '../evaluation/evaluation-page.ts';
import { terminalReport } from '../evaluation/terminal-report.ts';
import { ModelRegistry, openTurnReader } from '../model-registry.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './with-services.ts';

export const evalCommand: Command = {
  help: `Usage: parley eval AGENT|FILE.json [--model rules] [--personas N] [--seeds N] [--min-coverage PERCENT]
                   [--min-everyday PERCENT] [--job ID] [--at TIME] [--html FILE] [--json]

Evaluates an agent in memory against the eighteen simulated contacts, its own test cases and everyday personas, and
reports flow coverage, whether each call ended as it should, which rules were broken, and what the calls used of the
language model, where one is configured. Nobody is called and nothing is written. Exits with 1 when an outcome is wrong, a
rule was broken, a test case failed, a part of the flow was never reached, a token is empty, or a minimum is not met.

  AGENT           The agent's id or its name; works whether or not the service runs.
  FILE.json       The properties of an agent as POST /agents takes them, or a record as GET /agents/{id} gives it, and
                  its testCases; needs no database.
  --model         rules: do not use the configured language model. Default: the company's model, else the
                  installation's, else the rules.
  --personas      How many personas the language model invents for this agent and plays; default 4, and 0 without a
                  model or with --model rules.
  --seeds         How many calls with each simulated contact, each in other words; default enough to reach every
                  branch, and at least 3.
  --min-coverage  Minimum flow coverage in percent; default 0.
  --min-everyday  Minimum share of calls with everyday personas that have no fault, in percent; default 0.
  --job           The job that the calls are about; default the newest open one, where the agent needs one.
  --at            The time of the calls, such as 2026-03-02T09:00:00Z; default now. The same agent, seeds and time give the
                  same report.
  --html          Writes the report as an HTML page, with every transcript.
  --json          Prints everything as JSON instead.`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        model: { type: 'string' },
        // The name of --model until 0.1.0.
        brain: { type: 'string' },
        personas: { type: 'string' },
        seeds: { type: 'string' },
        'min-coverage': { type: 'string', default: '0' },
        'min-everyday': { type: 'string', default: '0' },
        job: { type: 'string' },
        at: { type: 'string' },
        html: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [wanted, ...others] = positionals;
    if (wanted === undefined || others.length > 0)
      throw new UsageError('Name one agent, or a file with one: parley eval AGENT.');
    const leastPercent = numberIn('--min-coverage', values['min-coverage'], 0, 100);
    const leastEveryday = numberIn('--min-everyday', values['min-everyday'], 0, 100);
    const now = values.at === undefined ? new Date() : new Date(values.at);
    if (Number.isNaN(now.getTime()))
      throw new UsageError('--at must be a time such as 2026-03-02T09:00:00Z.');
    const seeds = values.seeds === undefined ? undefined : numberIn('--seeds', values.seeds, 1, 1000);

    const personas =
      values.personas === undefined ? undefined : numberIn('--personas', values.personas, 0, MOST_PERSONAS);
    if (values.brain !== undefined)
      console.error('--brain was renamed to --model; the old name works for now. Please change it.');
    const model = values.model ?? values.brain;
    if (model !== undefined && model !== 'rules')
      throw new UsageError('--model can only be rules; without it the configured model is used.');
    if (values.job !== undefined && !isUuid(values.job))
      throw new UsageError('--job must be the id of a job (a UUID).');
    const isByRules = model === 'rules';

    const evaluate = async (underTest: AgentUnderTest, modelRegistry: ModelRegistry): Promise<Evaluation> => {
      const { companyId = NOBODY } = underTest;
      const casting = await castingFor(modelRegistry, companyId, personas ?? (isByRules ? 0 : undefined));
      return evaluateAgent({
        ...underTest,
        dialogueModel: isByRules ? modelRegistry.rules : await modelRegistry.dialogueModelOf(companyId),
        now,
        stopwatch: () => performance.now(),
        ...(casting && { casting }),
        ...(seeds === undefined ? {} : { seeds }),
      });
    };
    const evaluation = wanted.endsWith('.json')
      ? await evaluate(await readDraft(wanted), configuredModels())
      : await withServices(async ({ database, modelRegistry, meaning }) =>
          evaluate(await keptAgent(database, wanted, values.job, meaning), modelRegistry),
        );

    if (values.html !== undefined) await write(values.html, evaluationPage(evaluation));
    if (values.json) console.log(JSON.stringify(evaluation, null, 2));
    else console.log(terminalReport(evaluation, (colour, text) => styleText(colour, text)).join('\n'));
    const { visited, total } = evaluation.coverage;
    const isCovered = visited * 100 >= leastPercent * total;
    if (!isCovered) console.error(`\nThe flow coverage is below ${leastPercent} % (--min-coverage).`);
    const { right, total: everyday } = evaluation.everyday?.conversations ?? { right: 0, total: 0 };
    const isUnderstood = right * 100 >= leastEveryday * everyday;
    if (!isUnderstood)
      console.error(
        `\nFewer than ${leastEveryday} % (--min-everyday) of the calls with everyday personas are without a fault.`,
      );
    if (!evaluation.isRight || !isCovered || !isUnderstood) process.exitCode = 1;
  },
};

const MOST_PERSONAS = 50;
const USUAL_PERSONAS = 4;
/** Generous: no live caller waits. */
const PATIENT_MS = 30_000;
/** Stands for the company of an agent that is only in a file. */
const NOBODY = 'nobody' as CompanyId;

/** The model that invents personas; undefined when none are wanted. */
async function castingFor(
  modelRegistry: ModelRegistry,
  companyId: CompanyId,
  wanted: number | undefined,
): Promise<Casting | undefined> {
  const model = wanted === 0 ? undefined : await modelRegistry.personaOf(companyId);
  if (model !== undefined) return { model, count: wanted ?? USUAL_PERSONAS, deadlineMs: PATIENT_MS };
  if (wanted === undefined || wanted === 0) return undefined;
  throw new ConfigError('--personas needs a language model. Set PARLEY_MODEL; see docs/models.md.');
}

/** Models from the settings alone: without a database no company has its own. */
function configuredModels(): ModelRegistry {
  const { config } = loadConfig(process.env);
  const onError = (error: Error) => console.error(`parley: ${error.message}`);
  return new ModelRegistry({
    config,
    turnReader: openTurnReader(config, { onFailure: onError, deadlineMs: PATIENT_MS }),
    ownModel: async () => undefined,
    analyseByRules: (_companyId, call, signal) => rulesAnalysisModel().analyse(call, signal),
    onRequest: () => {},
    onError,
  });
}

function numberIn(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most || text.trim() === '')
    throw new UsageError(`${option} must be a whole number from ${least} to ${most}.`);
  return value;
}

async function readDraft(file: string) {
  const sent = await readJson(file);
  try {
    return draftedAgent(sent);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const errors = (error.details.errors ?? []).map(sentenceOf);
    throw new ConfigError([`${file}: ${error.message}`, ...errors].join('; '));
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

const write = (file: string, text: string): Promise<void> =>
  writeFile(file, text).catch((error: Error) => {
    throw new ConfigError(`--html ${file} cannot be written: ${error.message}`);
  });
