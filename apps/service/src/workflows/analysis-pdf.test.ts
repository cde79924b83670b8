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
      parentPort.postMessage(Uint8Array.of(++printed));
    });`)}`,
);
const company = 'a company';
const content = (contactName: string) => reportContent('EN', { minutes: 1, contactName });

test('a report is rendered in its own thread', async () => {
  const pdf = await printer().print(company, content('Ada Lovelace'));

  expect((await pdfPages(pdf))[0]).toContain('Ada Lovelace');
});

test('a thread is reused for the next report', async () => {
  const { print } = printer({}, scriptedThread);

  expect([...(await print(company, content('one')))]).toEqual([1]);
  expect([...(await print(company, content('two')))]).toEqual([2]);
});

test.each([
  ['fails', 'The paper is out'],
  ['ends', 'A thread that renders reports exited with code 3'],
])('a thread that %s is replaced by a new one', async (name, words) => {
  const { print } = printer({}, scriptedThread);
  await print(company, content('one'));

  await expect(print(company, content(name))).rejects.toThrow(new Unprintable(words));

  expect([...(await print(company, content('two')))]).toEqual([1]);
});

test('a report that takes too long is given up with its thread', async () => {
  const { print } = printer({ timeoutMs: 4000 }, scriptedThread);

  await expect(print(company, content('sleeps'))).rejects.toThrow('took longer than 4000 ms');

  expect([...(await print(company, content('two')))]).toEqual([1]);
});

test('a request is refused with a retry delay when too many reports wait', async () => {
  const { print } = printer({ mostWaiting: 1 }, scriptedThread);
  const [first, second] = [print(company, content('one')), print(company, content('two'))];

  await expect(print(company, content('three'))).rejects.toMatchObject({ kind: 'unavailable' });

  expect([...(await first), ...(await second)]).toEqual([1, 2]);
});

test('a closed renderer renders nothing, and reports no failure of a report', async () => {
  const { print, close } = printer({}, scriptedThread);
  const waiting = print(company, content('sleeps'));
  const ended = expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
  await close();

  await ended;
  await expect(print(company, content('one'))).rejects.toMatchObject({ kind: 'unavailable' });
});
