import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { permissions } from '@parley/contract/api-key.ts';
import { makeCertificate } from '@parley/testing/certificate.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { programs } from '@parley/testing/programs.ts';
import type { VendorsSight } from '@parley/testing/speech-servers/streaming-vendors-process.ts';
import pg from 'pg';
import { cpuOfTree, parentOf } from './process.ts';
import { quantile, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { callsPerCore } from './sip.ts';
import type { NetworkSight } from './telephone-far-end.ts';

/**
 * How many whole telephone calls one core holds: the service as it is started, with its SIP, dispatch, conductor, VAD,
 * recording, PostgreSQL with full durability, and streaming STT and TTS over TLS. Each call asks ten questions in
 * words of its own, so that no sentence comes from a cache, and is settled and analysed. The telephone network and the
 * vendors run in processes of their own on the same machine: their share is printed and not counted; PostgreSQL counts as
 * ours. A failure is a packet that did not come, a turn without a reply, or a call that is not completed with its
 * transcript and recording. The limit is 0.5 % failures, or that the slowest of twenty turns are 25 % slower than with one
 * call; the median is only printed, because it jumps with the moment that the words of the STT arrive. The result of the
 * benchmark `sip` of the same run is the reference: it has the audio alone, with scripted STT and TTS.
 */

const VENDORS = '@parley/testing/speech-servers/streaming-vendors-process.ts';
const STEPS = (process.env.WHOLE_CALLS ?? '10,20,30,40,60,80,100').split(',').map(Number);
const SECONDS = Number(process.env.WHOLE_SECONDS ?? 15);
/** One call has few turns, and all others are compared with it: there are several, one after the other. */
const SECONDS_ALONE = 2 * SECONDS;
const ALONE = 3;
const SETTLE_MS = 2000;
const QUESTIONS = 10;
const CALLS_PER_SECOND = 20;
const MOST_FAILURES = 0.005;
const MOST_SLOWER = 1.25;
/** From the order to the last event of a call. */
const LONGEST_MS = 300_000;

interface Measured {
  readonly calls: number;
  readonly failures: number;
  readonly turnsMs: readonly number[];
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly othersCores: number;
  readonly problems: readonly string[];
}

export async function run(): Promise<Ratio[]> {
  if (programs.openssl.isMissing || process.platform !== 'linux') {
    console.log(
      'whole-stack is skipped: it needs Linux, which counts CPU time in /proc, and openssl (apt-get install openssl)',
    );
    return [];
  }
  const whole = await wholeCallsPerCore();
  const part = await callsPerCore();
  return [
    {
      name: 'whole-stack: whole telephone calls per core (SIP, conductor, PostgreSQL, recording, STT and TTS over TLS), vs the audio alone in this run',
      ours: whole,
      reference: part,
      unit: 'calls',
    },
  ];
}

async function wholeCallsPerCore(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-whole-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  makeCertificate(key, certificate);
  const network = fork(join(import.meta.dirname, 'telephone-far-end.ts'));
  const vendors = fork(fileURLToPath(import.meta.resolve(VENDORS)), [key, certificate]);
  try {
    const [networkPort, vendorsPort] = await Promise.all([said<number>(network), said<number>(vendors)]);
    const url = `https://127.0.0.1:${vendorsPort}`;
    const settings = {
      NODE_EXTRA_CA_CERTS: certificate,
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${networkPort}`,
      PARLEY_SIP_FROM: '+41446680000',
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_BIND: `127.0.0.1:${await freePort()}`,
      PARLEY_SIP_CALLS_PER_SECOND: '100',
      PARLEY_SIP_MAX_CALLS: '1000',
      PARLEY_STT: 'deepgram',
      PARLEY_DEEPGRAM_KEY: 'bench',
      PARLEY_DEEPGRAM_URL: url,
      PARLEY_TTS: 'elevenlabs',
      PARLEY_ELEVENLABS_KEY: 'bench',
      PARLEY_ELEVENLABS_URL: url,
    };
    return await withService((service) => steps({ service, network, vendors }), settings);
  } finally {
    network.kill();
    vendors.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Stack {
  readonly service: RunningService;
  readonly network: ChildProcess;
  readonly vendors: ChildProcess;
}

async function steps(stack: Stack): Promise<number> {
  const { service } = stack;
  const company = await service.newCompany(permissions);
  await service.setPlan(company.companyId, { included: 1_000_000, maxConcurrentCalls: 2000 });
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const databasePid = parentOf(rows[0].pid);
  await client.end();
  const measure = (calls: number, forSeconds = SECONDS) =>
    measured(stack, { key: company.key, databasePid, calls, forSeconds });
  // The first one meets caches that are empty and code that is not compiled yet.
  await measure(1);
  const alone: Measured[] = [];
  while (alone.length < ALONE) alone.push(await measure(1, SECONDS_ALONE));
  const one = { ...(alone[0] as Measured), turnsMs: alone.flatMap(({ turnsMs }) => turnsMs) };
  const isGood = ({ failures, turnsMs }: Measured) =>
    failures <= MOST_FAILURES && quantile(turnsMs, 0.95) <= MOST_SLOWER * quantile(one.turnsMs, 0.95);
  const found: Measured[] = [];
  for (const calls of STEPS) {
    found.push(await measure(calls));
    if (!isGood(found.at(-1) as Measured)) break;
  }
  console.table(
    [one, ...found].map((step) => ({
      calls: step.calls,
      'failures %': Number((100 * step.failures).toFixed(2)),
      'turn p50, ms': Math.round(quantile(step.turnsMs, 0.5)),
      'turn p95, ms': Math.round(quantile(step.turnsMs, 0.95)),
      'cores of the service': Number(step.serviceCores.toFixed(2)),
      'of PostgreSQL': Number(step.databaseCores.toFixed(2)),
      'of a core for a call, %': Number(
        ((100 * (step.serviceCores + step.databaseCores)) / step.calls).toFixed(2),
      ),
      'cores of network and vendors': Number(step.othersCores.toFixed(2)),
    })),
  );
  for (const { calls, problems } of found)
    for (const problem of problems.slice(0, 5)) console.log(`${calls} calls: ${problem}`);
  const best = found.findLast(isGood);
  // Less than a whole core is not rounded up.
  return best === undefined ? 0 : best.calls / Math.max(1, best.serviceCores + best.databaseCores);
}

interface Step {
  readonly key: string;
  readonly databasePid: number;
  readonly calls: number;
  readonly forSeconds: number;
}

async function measured(
  { service, network, vendors }: Stack,
  { key, databasePid, calls, forSeconds }: Step,
): Promise<Measured> {
  const ids: Promise<string>[] = [];
  for (let at = 0; at < calls; at += 1) {
    ids.push(service.post('/conversations', key, newCall()).then(({ id }) => id));
    await sleep(1000 / CALLS_PER_SECOND);
  }
  const all = await Promise.all(ids);
  await allLive(network, calls);
  await sleep(SETTLE_MS);
  network.send({ kind: 'count' });
  vendors.send({ kind: 'count' });
  const cpuNow = () => [cpuOfTree(service.pid), cpuOfTree(databasePid)] as const;
  const [startMs, before] = [performance.now(), cpuNow()];
  await sleep(forSeconds * 1000);
  const [seconds, after] = [(performance.now() - startMs) / 1000, cpuNow()];
  const sight = await ask<NetworkSight>(network);
  const spoken = await ask<VendorsSight>(vendors);
  const problems = await problemsOf(service, key, all);
  if (sight.liveCalls < calls) problems.push(`only ${sight.liveCalls} were on the line at the end`);
  if (spoken.sentences < calls) problems.push(`the TTS was asked for only ${spoken.sentences} sentences`);
  const turns = sight.unanswered + sight.turnsMs.length;
  const cores = (at: 0 | 1) => (after[at] - before[at]) / 1000 / seconds;
  return {
    calls,
    failures: Math.max(
      1 - sight.received / sight.expected,
      turns === 0 ? 1 : sight.unanswered / turns,
      problems.length / calls,
    ),
    turnsMs: sight.turnsMs,
    serviceCores: cores(0),
    databaseCores: cores(1),
    othersCores: (sight.cpuMs + spoken.cpuMs) / 1000 / seconds,
    problems,
  };
}

let people = 0;

/** Somebody with a name and a number of their own, and questions that name them. */
function newCall() {
  people += 1;
  const name = `Ada${String(people).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)}`;
  const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
    question: `${name}, do you like tea in month ${at + 1} of the year?`,
    key: `tea${at}`,
  }));
  return {
    agent: {
      name: 'Grace',
      type: 'PHONE',
      language: 'EN',
      callingWindow: null,
      flow: {
        firstMessage: { type: 'first_message', text: `Hello ${name}, this is Grace, an AI assistant.` },
        sections: [{ type: 'looping', questions }],
        lastMessage: { type: 'last_message', text: `Thank you, ${name}. Goodbye.` },
      },
    },
    contact: {
      firstName: name,
      lastName: 'Lovelace',
      phoneNumber: `+4144${1_000_000 + people}`,
      gdprExpiryDate: '2099-12-31',
    },
  };
}

async function allLive(network: ChildProcess, calls: number): Promise<void> {
  const until = performance.now() + 60_000;
  for (;;) {
    const { liveCalls } = await ask<NetworkSight>(network);
    if (liveCalls >= calls) return;
    if (performance.now() > until) throw new Error(`Only ${liveCalls} of ${calls} calls were answered`);
    await sleep(100);
  }
}

/** What is wrong with calls once they are over; each ends with an analysis, a transcript and a recording. */
async function problemsOf(service: RunningService, key: string, ids: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const until = performance.now() + LONGEST_MS;
  for (const id of ids)
    for (;;) {
      const found = await conversation(service, key, id);
      const [attempt] = found.callAttempts;
      const isOver = found.status === 'COMPLETED' && found.analytics !== undefined;
      const answers = attempt?.transcript.filter(({ speaker }) => speaker === 'CONTACT').length ?? 0;
      if (isOver && attempt?.recordingUrl !== null && answers >= QUESTIONS) break;
      if (
        performance.now() < until &&
        ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED'].includes(found.status) &&
        !isOver
      ) {
        await sleep(250);
        continue;
      }
      problems.push(`${found.status}, ${attempt?.status}, ${attempt?.notes}, ${answers} answers`);
      break;
    }
  return problems;
}

interface Conversation {
  readonly status: string;
  readonly analytics?: unknown;
  readonly callAttempts: readonly {
    readonly status: string;
    readonly notes: string | null;
    readonly recordingUrl: string | null;
    readonly transcript: readonly { readonly speaker: string }[];
  }[];
}

async function conversation({ url }: RunningService, key: string, id: string): Promise<Conversation> {
  const response = await fetch(`${url}/conversations/${id}`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`The conversation answered ${response.status}`);
  return (await response.json()) as Conversation;
}

async function said<Answer>(child: ChildProcess): Promise<Answer> {
  return (await once(child, 'message'))[0] as Answer;
}

async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  const answer = said<Answer>(child);
  child.send({ kind: 'tell' });
  return answer;
}
