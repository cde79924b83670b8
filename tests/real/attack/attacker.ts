import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { packedPdfFile } from '@parley/testing/document-files.ts';
import { largeAgent, longText } from '@parley/testing/large-agent.ts';
import { clientOf, contact, idIn, type Send } from './client.ts';

// A process of its own, so that it does not slow the one that measures. `attacker.ts <url> <key>` reports `{ready: true}`,
// attacks for as long as each message `{attackMs}` says, and reports what came back, by status.

/** On its own computer it would not compete with the service for the processor at all. */
setPriority(10);

const [url = '', key = ''] = process.argv.slice(2);
const send: Send = clientOf(url, key);

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

async function prepare() {
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
  return {
    contactId,
    quickest,
    slowest,
    conversation: JSON.stringify({ agent: large, contactId, isTest: false }),
  };
}

/** Everything that a key allows, each again and again. Answers what came back, by status. */
async function attack(
  { contactId, quickest, slowest, conversation }: Awaited<ReturnType<typeof prepare>>,
  untilMs: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const count = async (asked: ReturnType<Send>) => {
    const { status, body } = await asked;
    statuses[status] = (statuses[status] ?? 0) + 1;
    return body;
  };
  const times = (many: number, step: () => Promise<unknown>) =>
    numbered(many, async () => {
      while (performance.now() < untilMs) await step();
    });
  const readSlowly = async () => {
    const order = { fileName: 'slow.pdf', contentType: 'application/pdf', sizeBytes: slowPdf.length };
    const owner = idIn((await send('POST', '/contacts', contact)).body);
    const started = (await count(send('POST', `/contacts/${owner}/documents`, order))) as {
      document?: { id: string };
      upload?: { url: string };
    };
    if (started.document === undefined || started.upload === undefined) return sleep(1000);
    await send('PUT', started.upload.url, slowPdf);
    return count(send('POST', `/contacts/${owner}/documents/${started.document.id}/complete`));
  };
  const launch = async () => {
    const made = await count(send('POST', '/runs', { name: 'Run', agentId: quickest }));
    const run = (made as { id?: string } | undefined)?.id;
    if (run === undefined) return sleep(1000);
    await count(send('POST', `/runs/${run}/contacts`, { contactIds: [contactId] }));
    await count(send('POST', `/runs/${run}/launch`));
    await listen(`/runs/${run}/events`);
    await count(send('GET', `/runs/${run}/results.csv`));
    return count(send('POST', `/runs/${run}/cancel`));
  };
  await Promise.all([
    ...times(4, launch),
    ...times(2, () => count(send('POST', '/contact-imports/preview', bodies.rows))),
    ...times(1, () => count(send('POST', '/jobs/url', { url: 'https://jobs.example.com/1' }))),
    ...times(40, () => count(send('GET', '/contact-fields'))),
    ...times(6, () => count(send('GET', '/agents?limit=100'))),
    ...times(2, () => count(send('POST', '/agents', bodies.tooLarge))),
    ...times(2, () => count(send('POST', '/agents', bodies.large))),
    ...times(4, () => count(send('POST', '/contacts', bodies.contact))),
    ...times(2, () => count(send('POST', '/contacts', bodies.unfit))),
    ...times(2, () => count(send('GET', '/contacts?limit=100'))),
    ...times(2, () => count(send('GET', '/contacts?search=ova'))),
    ...times(2, () => count(send('GET', '/search?text=nova'))),
    ...times(2, () => count(send('POST', '/contacts/bulk', { where: {}, addTags: ['tag'] }))),
    ...times(1, () => count(send('GET', `/contacts/${contactId}/export`))),
    ...times(2, () => count(send('POST', '/conversations', conversation))),
    ...times(1, () => count(send('POST', `/agents/${quickest}/preflight`, { contactIds: [contactId] }))),
    ...times(2, () => count(send('POST', `/agents/${slowest}/test-cases/run`))),
    ...times(2, readSlowly),
  ]);
  return statuses;
}

const prepared = await prepare();
process.send?.({ ready: true });
for (;;) {
  const [{ attackMs }] = (await once(process, 'message')) as [{ attackMs: number }];
  process.send?.({ statuses: await attack(prepared, performance.now() + attackMs) });
}
