import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { packedPdfFile } from '@parley/testing/document-files.ts';
import { largeAgent, longText } from '@parley/testing/large-agent.ts';
import { onlineAgent } from '@parley/testing/online-agent.ts';
import { type Attacked, clientOf, contact, idIn, type Send } from './client.ts';

// A process of its own, so that it does not slow the one that measures. `attacker.ts <url> <key> <key>` reports `{ready: true}`,
// attacks for as long as each message `{attackMs}` says, and reports what came back, by status, and what was granted, by kind. With
// `{lacking}` it sends one request after the other until each of these kinds was granted.

/** On its own computer it would not compete with the service for the processor at all. */
setPriority(10);

const [url = '', key = '', secondKey = ''] = process.argv.slice(2);
const clients = [clientOf(url, key), clientOf(url, secondKey)] as const;
let sent = 0;
/** With both keys in turn: what is limited by key is doubled, and what is limited by company is not. */
const send: Send = (...request) => clients[sent++ % 2 === 0 ? 0 : 1](...request);

/** A few kilobytes that take minutes to read. */
const slowPdf = packedPdfFile(Buffer.from(`BT /F1 12 Tf ${'(a) Tj '.repeat(4_000_000)}ET`));
const large = largeAgent(150, { characters: 1200 });
/** Written once: the attacker spends its time on the network. */
const bodies = {
  large: JSON.stringify(large),
  tooLarge: JSON.stringify(largeAgent(150, { characters: 6000 })),
  contact: JSON.stringify({ ...contact, metadata: { text: 'x'.repeat(60_000) } }),
  rows: JSON.stringify({
    duplicates: 'update',
    gdprExpiryDate: '2099-12-31',
    rows: numbered(100, (at) => ({
      line: at + 2,
      values: { firstName: 'Ada', lastName: 'Novak', phoneNumber: `+1500555${2000 + at}` },
    })),
  }),
  unfit: JSON.stringify({ ...contact, fields: Object.fromEntries(numbered(5000, (at) => [`f${at}`, at])) }),
};

function numbered<Item>(many: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: many }, (_, at) => make(at));
}

/** Listens to events for a second. */
async function listen(path: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(1000);
  await fetch(url + path, { headers, signal })
    .then((response) => response.text())
    .catch(() => {});
}

/** Ends with this process. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes what webhooks send, and never answers. */
const hangingReceiver = () => listening(() => {});

/** A posting of many short lines, which take longest to read. */
const postingPage = () => {
  const posting = { '@type': 'JobPosting', title: 'Nurse in Zurich', description: 'Care' };
  const lines = '<p>a<br>b</p>\n'.repeat(10_000);
  const page = `<script type="application/ld+json">${JSON.stringify(posting)}</script>${lines}`;
  return listening((_request, response) => response.setHeader('content-type', 'text/html').end(page));
};

/** A call with a report, and the run that it is of. */
async function analysedCall(agentId: string, contactId: string) {
  const run = idIn((await send('POST', '/runs', { name: 'Reported', agentId })).body);
  await send('POST', `/runs/${run}/contacts`, { contactIds: [contactId] });
  await send('POST', `/runs/${run}/launch`);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const { data } = (await send('GET', '/conversations?limit=1')).body as { data: { id: string }[] };
    const [conversation] = data;
    if (conversation && (await send('GET', `/conversations/${conversation.id}/analysis/pdf`)).status === 200)
      return { run, conversation: conversation.id };
    await sleep(1000);
  }
  throw new Error('The call of the attacker was not analysed');
}
const MOST_LOOKS = 120;

async function prepare() {
  const events = [
    'CONVERSATION_STARTED',
    'CONVERSATION_COMPLETED',
    'ANALYSIS_COMPLETED',
    'SOURCING_COMPLETED',
  ];
  const webhook = { name: 'Hangs', url: `${await hangingReceiver()}/hook`, events, vocabulary: 'NEUTRAL' };
  const { status, body } = await send('POST', '/webhooks', webhook);
  if (status !== 201) throw new Error(`The webhook was refused: ${JSON.stringify(body)}`);
  for (let at = 0; at < 30; at += 1) await send('POST', '/agents', { ...large, name: `${at}` });
  const contactId = idIn((await send('POST', '/contacts', contact)).body);
  // A short one: answers are parsed only where they are short.
  const quickest = idIn((await send('POST', '/agents', { ...largeAgent(3), name: 'Quick' })).body);
  const slowest = idIn(
    (await send('POST', '/agents', { ...largeAgent(60, { outcomes: 0 }), name: 'Slow' })).body,
  );
  for (let at = 0; at < 20; at += 1)
    await send('POST', `/agents/${slowest}/test-cases`, {
      name: `${at}`,
      turns: numbered(30, (turn) => longText(500, turn + at)),
      expect: { ending: 'finished' },
    });
  const person = idIn((await send('POST', '/contacts', { ...contact, lastName: 'Reported' })).body);
  return {
    contactId,
    person,
    posting: JSON.stringify({ jobUrl: await postingPage() }),
    reported: await analysedCall(quickest, person),
    online: idIn((await send('POST', '/agents', onlineAgent)).body),
    quickest,
    slowest,
    conversation: JSON.stringify({ agent: large, contactId, isTest: false }),
  };
}

/** What is attacked. */
const kinds = [
  'run',
  'run contacts',
  'launch',
  'csv',
  'cancel',
  'rename',
  'report',
  'conversation',
  'state',
  'join',
  'leave',
  'sourcing',
  'sourcing results',
  'ndjson',
  'xlsx',
  'import preview',
  'posting',
  'fields',
  'agents',
  'large agent',
  'too large agent',
  'contact',
  'unfit contact',
  'contacts',
  'contact search',
  'search',
  'bulk',
  'export',
  'inline agent',
  'preflight',
  'test cases',
  'document',
  'upload',
  'read',
] as const;
type Kind = (typeof kinds)[number];
const meantToBeRefused: ReadonlySet<Kind> = new Set<Kind>(['too large agent', 'unfit contact']);

/** An attack, or, one after the other, as much as grants these kinds once. */
interface Order {
  readonly attackMs?: number;
  readonly lacking?: readonly Kind[];
}
const MOST_ROUNDS = 10;

/** Everything that a key allows, each again and again. Answers what came back by status, and what was granted by kind. */
async function attack(
  {
    contactId,
    person,
    posting,
    reported,
    online,
    quickest,
    slowest,
    conversation,
  }: Awaited<ReturnType<typeof prepare>>,
  { attackMs = 0, lacking = [] }: Order,
): Promise<Attacked> {
  const statuses: Record<number, number> = {};
  const granted = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  const answers = Object.fromEntries(kinds.map((kind) => [kind, {}])) as Record<Kind, Record<number, number>>;
  const broken: string[] = [];
  const count = async (asked: ReturnType<Send>) => {
    const { status, body, asked: request } = await asked;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) broken.push(`${request}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const note = async (kind: Kind, asked: ReturnType<Send>) => {
    const { status } = await asked;
    const counts = answers[kind];
    counts[status] = (counts[status] ?? 0) + 1;
    // What is meant to be refused costs something where it is read, and nothing where it is turned away before.
    if (meantToBeRefused.has(kind) ? status === 400 || status === 413 : status < 300) granted[kind] += 1;
    return count(asked);
  };
  const readSlowly = async () => {
    const order = { fileName: 'slow.pdf', contentType: 'application/pdf', sizeBytes: slowPdf.length };
    const owner = idIn((await send('POST', '/contacts', contact)).body);
    const started = (await note('document', send('POST', `/contacts/${owner}/documents`, order))) as {
      document?: { id: string };
      upload?: { url: string };
    };
    if (started.document === undefined || started.upload === undefined) return sleep(1000);
    await note('upload', send('PUT', started.upload.url, slowPdf));
    return note('read', send('POST', `/contacts/${owner}/documents/${started.document.id}/complete`));
  };
  const launch = async () => {
    const made = await note('run', send('POST', '/runs', { name: 'Run', agentId: quickest }));
    const run = (made as { id?: string } | undefined)?.id;
    if (run === undefined) return sleep(1000);
    await note('run contacts', send('POST', `/runs/${run}/contacts`, { contactIds: [contactId] }));
    await note('launch', send('POST', `/runs/${run}/launch`));
    await listen(`/runs/${run}/events`);
    await note('csv', send('GET', `/runs/${run}/results.csv`));
    return note('cancel', send('POST', `/runs/${run}/cancel`));
  };
  /** Its words are others each time, so that it is rendered each time. */
  const report = async () => {
    await note('rename', send('PATCH', `/contacts/${person}`, { firstName: `Ada ${sent}` }));
    return note('report', send('GET', `/conversations/${reported.conversation}/analysis/pdf`));
  };
  const callOnline = async () => {
    const made = await note(
      'conversation',
      send('POST', '/conversations', { agentId: online, contactId: person }),
    );
    const page = (made as { onlineUrl?: string } | undefined)?.onlineUrl;
    if (page === undefined) return sleep(200);
    await note('state', send('GET', `${page}/state`));
    const joined = await note('join', send('POST', `${page}/join`, {}));
    const resumeKey = (joined as { resumeKey?: string } | undefined)?.resumeKey;
    return resumeKey === undefined ? sleep(200) : note('leave', send('POST', `${page}/leave`, { resumeKey }));
  };
  const source = async () => {
    const wanted = { title: 'Nurse', requiredSkills: ['Care'], location: 'Zurich' };
    const started = await note('sourcing', send('POST', '/sourcing', wanted));
    const { requestId } = (started ?? {}) as { requestId?: string };
    return requestId === undefined
      ? sleep(200)
      : note('sourcing results', send('GET', `/sourcing/${requestId}/results`));
  };
  /** How many at once, and what each does again and again. */
  const steps: readonly [number, () => Promise<unknown>][] = [
    [4, launch],
    [3, report],
    [3, callOnline],
    [2, source],
    [2, () => note('ndjson', send('GET', `/runs/${reported.run}/results.ndjson`))],
    [2, () => note('xlsx', send('GET', `/runs/${reported.run}/results.xlsx`))],
    [2, () => note('import preview', send('POST', '/contact-imports/preview', bodies.rows))],
    [1, () => note('posting', send('POST', '/jobs/url', posting))],
    [40, () => note('fields', send('GET', '/contact-fields'))],
    [6, () => note('agents', send('GET', '/agents?limit=100'))],
    [2, () => note('too large agent', send('POST', '/agents', bodies.tooLarge))],
    [2, () => note('large agent', send('POST', '/agents', bodies.large))],
    [4, () => note('contact', send('POST', '/contacts', bodies.contact))],
    [2, () => note('unfit contact', send('POST', '/contacts', bodies.unfit))],
    [2, () => note('contacts', send('GET', '/contacts?limit=100'))],
    [2, () => note('contact search', send('GET', '/contacts?search=ova'))],
    [2, () => note('search', send('GET', '/search?text=nova'))],
    [2, () => note('bulk', send('POST', '/contacts/bulk', { where: {}, addTags: ['tag'] }))],
    [1, () => note('export', send('GET', `/contacts/${contactId}/export`))],
    [2, () => note('inline agent', send('POST', '/conversations', conversation))],
    [1, () => note('preflight', send('POST', `/agents/${quickest}/preflight`, { contactIds: [contactId] }))],
    [2, () => note('test cases', send('POST', `/agents/${slowest}/test-cases/run`))],
    [2, readSlowly],
  ];
  const untilMs = performance.now() + attackMs;
  await Promise.all(
    steps.flatMap(([many, step]) =>
      numbered(many, async () => {
        while (performance.now() < untilMs) await step();
      }),
    ),
  );
  const isLacking = () => lacking.some((kind) => granted[kind] === 0);
  for (let round = 0; round < MOST_ROUNDS && isLacking(); round += 1)
    for (const [, step] of steps) if (isLacking()) await step();
  return { statuses, granted, answers, broken };
}

const prepared = await prepare();
process.send?.({ ready: true });
for (;;) {
  const [order] = (await once(process, 'message')) as [Order];
  process.send?.(await attack(prepared, order));
}
