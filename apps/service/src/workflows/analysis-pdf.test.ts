import { pdfPages } from '@parley/testing/pdf-text.ts';
import { reportContent } from '@parley/testing/report-content.ts';
import { afterEach, expect, test } from 'vitest';
import { Unprintable } from '../domains/analysis/report.model.ts';
import { makePrinter, type Printer } from './analysis-pdf.ts';

const limits = { atOnce: 1, mostWaiting: 2, mostWaitingEach: 2, timeoutMs: 60_000, heapMegabytes: 512 };
const printers: Printer[] = [];
const printer = (more: Partial<typeof limits> = {}, thread?: URL): Printer => {
  const made = makePrinter({ ...limits, ...more }, thread);
  printers.push(made);
  return made;
};

afterEach(async () => {
  await Promise.all(printers.splice(0).map((one) => one.close()));
});

/** A thread that does what the contact's name says; it answers with how many it has printed. */
const scriptedThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let printed = 0;
    parentPort.on('message', ({ contactName }) => {
      if (contactName === 'fails') throw new Error('The paper is out');
      if (contactName === 'ends') process.exit(3);
      if (contactName === 'sleeps') return;
      if (contactName === 'computes') for (;;);
      parentPort.postMessage(Uint8Array.of(++printed));
    });`)}`,
);
const company = 'a company';
const content = (contactName: string) => reportContent('EN', { minutes: 1, contactName });

test('a PDF report is rendered in a thread of its own', async () => {
  const pdf = await printer().print(company, content('Ada Lovelace'));

  expect((await pdfPages(pdf))[0]).toContain('Ada Lovelace');
});

test('a rendering thread is reused for the next PDF report', async () => {
  const { print } = printer({}, scriptedThread);

  expect([...(await print(company, content('one')))]).toEqual([1]);
  expect([...(await print(company, content('two')))]).toEqual([2]);
});

test.each([
  ['fails', 'The paper is out'],
  ['ends', 'A thread that renders reports exited with code 3'],
])('a rendering thread that %s is replaced by a new one', async (name, words) => {
  const { print } = printer({}, scriptedThread);
  await print(company, content('one'));

  await expect(print(company, content(name))).rejects.toThrow(new Unprintable(words));

  expect([...(await print(company, content('two')))]).toEqual([1]);
});

test('a PDF report that takes too long is given up, and its thread is ended', async () => {
  const { print } = printer({ timeoutMs: 1500 }, scriptedThread);

  await expect(print(company, content('computes'))).rejects.toThrow('took longer than 1500 ms');

  expect([...(await print(company, content('two')))]).toEqual([1]);
});

test('a PDF report that nobody waits for any more is given up, whether it is being rendered or waits', async () => {
  const { print } = printer({}, scriptedThread);
  await print(company, content('one'));
  const leaving = new AbortController();
  const gone = new Error('The client has gone');
  const [rendering, waiting] = ['sleeps', 'two'].map((name) => print(company, content(name), leaving.signal));
  const ended = Promise.all([expect(rendering).rejects.toBe(gone), expect(waiting).rejects.toBe(gone)]);
  leaving.abort(gone);

  await ended;
  expect([...(await print(company, content('three')))]).toEqual([1]);
});

test('a PDF report is refused with a retry delay if too many reports wait', async () => {
  const { print } = printer({ mostWaiting: 1 }, scriptedThread);
  const [first, second] = [print(company, content('one')), print(company, content('two'))];

  await expect(print(company, content('three'))).rejects.toMatchObject({ kind: 'unavailable' });

  expect([...(await first), ...(await second)]).toEqual([1, 2]);
});

test('a PDF report requested while the renderer is closed is reported as unavailable, not as failed', async () => {
  const { print, close } = printer({}, scriptedThread);
  const waiting = print(company, content('sleeps'));
  const ended = expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
  await close();

  await ended;
  await expect(print(company, content('one'))).rejects.toMatchObject({ kind: 'unavailable' });
});

test('reports of one company never hold every rendering thread', async () => {
  const { print } = printer({ atOnce: 2 }, scriptedThread);
  const leaving = new AbortController();
  const held = ['sleeps', 'sleeps'].map((name) => print('another company', content(name), leaving.signal));
  const ended = Promise.allSettled(held);

  expect([...(await print(company, content('one')))]).toEqual([1]);
  leaving.abort(new Error('The client has gone'));
  await ended;
});
