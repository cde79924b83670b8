import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run as analysisList } from './analysis-list.ts';
import { run as analysisPdf } from './analysis-pdf.ts';
import { run as analysisQuality } from './analysis-quality.ts';
import { run as answering } from './answering.ts';
import { run as calls } from './calls.ts';
import { run as consolePages } from './console.ts';
import { run as contacts } from './contacts.ts';
import { run as dialogueModel } from './dialogue-model.ts';
import { run as dispatch } from './dispatch.ts';
import { run as extraction } from './extraction.ts';
import { run as http } from './http.ts';
import { run as lists } from './lists.ts';
import { run as millionRun } from './million-run.ts';
import { run as overview } from './overview.ts';
import { isKept, type Ratio, ratioOf, targetOf } from './ratio.ts';
import { run as runs } from './runs.ts';
import { run as semanticSearch } from './semantic-search.ts';
import { run as sip } from './sip.ts';
import { run as sipCalls } from './sip-calls.ts';
import { run as sourcing } from './sourcing.ts';
import { run as speech } from './speech.ts';
import { run as spokenTurns } from './spoken-turns.ts';
import { run as waitingCompanies } from './waiting-companies.ts';
import { run as webTurns } from './web-turns.ts';
import { run as webhooks } from './webhooks.ts';
import { run as wholeStack } from './whole-stack.ts';
import { run as writtenTurns } from './written-turns.ts';

/** `npm run bench [-- name …]`: runs the named benchmarks (default: all), prints their ratios, and saves them. */

const benchmarks: Readonly<Record<string, () => Promise<Ratio[]>>> = {
  http,
  contacts,
  lists,
  overview,
  calls,
  'dialogue-model': dialogueModel,
  'written-turns': writtenTurns,
  'semantic-search': semanticSearch,
  dispatch,
  'waiting-companies': waitingCompanies,
  runs,
  'million-run': millionRun,
  webhooks,
  analysis: async () => [...(await analysisQuality()), ...(await analysisList()), ...(await analysisPdf())],
  sourcing,
  extraction,
  speech: async () => [...(await speech()), ...(await webTurns())],
  'spoken-turns': spokenTurns,
  sip,
  'whole-stack': wholeStack,
  answering,
  'sip-calls': sipCalls,
  console: consolePages,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark ${unknown.join(', ')}. Choose from: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}

/** What the numbers were measured on, and of which version. The load is that of before the run. */
async function measuredOn() {
  const [load] = loadavg();
  const git = async (...args: string[]) =>
    promisify(execFile)('git', args, { cwd: import.meta.dirname }).then(
      ({ stdout }) => stdout.trim(),
      () => 'unknown',
    );
  const [commit, changes] = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain')];
  return {
    startedAt: new Date().toISOString(),
    commit,
    hasChanges: changes !== '',
    machine: {
      node: process.version,
      platform: platform(),
      release: release(),
      arch: arch(),
      processor: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 1024 ** 3),
      load,
    },
  };
}

const rowOf = (ratio: Ratio) => ({
  benchmark: ratio.name,
  ours: Number(ratio.ours.toPrecision(4)),
  reference: Number(ratio.reference.toPrecision(4)),
  unit: ratio.unit,
  ratio: Number(ratioOf(ratio).toFixed(2)),
  target: targetOf(ratio),
  '': isKept(ratio) ? 'ok' : 'MISSED',
});

const folder = join(import.meta.dirname, 'results');
const circumstances = await measuredOn();
const found: Ratio[] = [];
const failed: string[] = [];

/** After each benchmark: what was measured in an hour is not lost with one that throws. */
async function save(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing = failed.length > 0 ? { failed } : {};
  const results = { ...circumstances, ...missing, rows: found.map(rowOf) };
  await writeFile(join(folder, `${wanted.join('-') || 'all'}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`Running ${name}…`);
  try {
    found.push(...(await run()));
  } catch (error) {
    failed.push(name);
    console.error(`${name} failed:`, error);
  }
  await save();
}
console.table(found.map(rowOf));
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
// Timers of calls that have ended would keep the process alive.
process.exit(failed.length === 0 && found.every(isKept) ? 0 : 1);
