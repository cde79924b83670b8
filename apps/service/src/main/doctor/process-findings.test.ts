import { expect, test } from 'vitest';
import { processFindings } from './process-findings.ts';

const process = (...roles: string[]) => ({
  version: '0.1.0',
  newestSchema: 7,
  roles,
  host: 'server',
  pid: 12,
  secondsAgo: 3,
});
const lines = (...running: Parameters<typeof processFindings>[0]) =>
  processFindings(running).map(({ state, words }) => `${state} ${words}`);

test('parley doctor finds no fault where every role has a process, in one or in several', () => {
  const words = ['ok Processes of every role are running: api, worker and media.'];
  expect(lines(process('api', 'worker', 'media'))).toEqual(words);
  expect(lines(process('api'), process('worker'), process('media'), process('api'))).toEqual(words);
});

test('parley doctor reports a service that calls nobody because no worker is running, with the command', () => {
  const [finding, ...others] = processFindings([process('api'), process('media')]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    state: 'problem',
    words: expect.stringMatching(/^No worker is running: nobody is called/),
    remedy: expect.stringMatching(/^Start it: systemctl start parley@worker, .*parley start --role worker/),
  });
});

test('parley doctor reports each role that no process has', () => {
  expect(lines(process('api'))).toEqual([
    expect.stringMatching(/^problem No worker is running/),
    expect.stringMatching(/^note No media process is running: no web call can begin/),
  ]);
  expect(lines(process('worker', 'media'))).toEqual([
    expect.stringMatching(/^problem No api process is running/),
  ]);
});

test('parley doctor leaves it to the request to the service to report that nothing runs', () => {
  expect(lines()).toEqual([]);
});

test('parley doctor does not miss processes of versions that only record their workers', () => {
  const older = { ...process('worker'), version: 'of an older version', newestSchema: 0, pid: 0 };
  expect(lines(older).join()).toMatch(/^ok/);
});
