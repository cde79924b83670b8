import { networkInterfaces } from 'node:os';
import { freePort } from '@parley/testing/free-port.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, newDatabase, newDataDir, start, stop } from './running-process.ts';

afterEach(endAll);

test('the start prints database, files, model, speech, trunk and mail, what is unreachable, and no secret', async () => {
  const nobody = await freePort();
  const dataDir = await newDataDir();
  const running = await start(dataDir, {
    ...(await newDatabase()),
    PARLEY_MODEL_URL: `http://ada:hidden-1@127.0.0.1:${nobody}/v1`,
    PARLEY_MODEL: 'qwen3',
    PARLEY_MODEL_KEY: 'hidden-2',
    PARLEY_STT: 'deepgram',
    PARLEY_DEEPGRAM_URL: `http://127.0.0.1:${nobody}`,
    PARLEY_DEEPGRAM_KEY: 'hidden-3',
    PARLEY_SIP_TRUNK: `sip:user:hidden-4@127.0.0.1:${nobody};transport=tcp`,
    PARLEY_SIP_BIND: `127.0.0.1:${await freePort()}`,
    SMTP_URL: `smtp://user:hidden-5@127.0.0.1:${nobody}`,
  });
  await running.said(/^Mail: /m);
  const lines = running.output().split('\n');
  const lineOf = (part: string) => lines.filter((line) => line.startsWith(`${part}: `)).join('\n');
  expect(lineOf('Database')).toMatch(/^Database: PostgreSQL( at \S+)?$/);
  expect(lineOf('Files')).toBe(`Files: ${dataDir}`);
  expect(lineOf('Model')).toMatch(
    new RegExp(
      `^Model: qwen3 at http://127\\.0\\.0\\.1:${nobody}/v1: cannot be reached \\(.*ECONNREFUSED.*\\): calls use the built-in rules until it answers$`,
    ),
  );
  expect(lineOf('Speech')).toMatch(
    /^Speech: deepgram.* \(speech to text\), .* \(text to speech\)\nSpeech: deepgram at http:\S+: cannot be reached \(.*ECONNREFUSED.*\): /,
  );
  expect(lineOf('Telephone')).toMatch(/^Telephone: trunk 127\.0\.0\.1: .* refuses the connection: /);
  expect(lineOf('Mail')).toMatch(
    /^Mail: 127\.0\.0\.1:\d+: cannot be reached \(.*ECONNREFUSED.*\): mails are retried until it answers$/,
  );
  expect(running.output()).not.toContain('hidden-');
  // What cannot be reached kept nobody from the address.
  expect(running.output().indexOf('Parley runs at')).toBeLessThan(running.output().indexOf('Model: '));
  await stop(running, 'SIGTERM');
});

test('without settings the start says that calls are simulated by rules, where files are, and its addresses', async () => {
  const dataDir = await newDataDir();
  const running = await start(dataDir, { ...(await newDatabase()), HOST: '0.0.0.0' });
  await running.said(/^Mail: /m);
  expect(running.output()).toContain('\nModel: none, calls use the built-in rules (docs/models.md)\n');
  expect(running.output()).toMatch(/\nSpeech: \w+ \(speech to text\), \w+ \(text to speech\)\n/);
  expect(running.output()).toContain('\nTelephone: simulated, nobody is really called (docs/telephone.md)\n');
  expect(running.output()).toContain(`\nMail: written into files in ${dataDir}/outbox (SMTP_URL)\n`);
  const { port } = new URL(running.url);
  expect(running.output()).toContain(`Parley runs at http://localhost:${port}\n`);
  const addresses = Object.values(networkInterfaces())
    .flatMap((one) => one ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of addresses) {
    expect(running.output()).toContain(`\n  http://${address}:${port}\n`);
    expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200);
  }
  expect(running.output().includes('set PARLEY_PUBLIC_URL')).toBe(addresses.length > 0);
  await stop(running, 'SIGTERM');
});
