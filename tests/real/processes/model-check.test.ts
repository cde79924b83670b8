import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddingServer } from '@parley/testing/embedding-server.ts';
import { startModelServer } from '@parley/testing/model-server.ts';
import { expect, test } from 'vitest';

test('parley model check reports for each model in one line whether it works', async () => {
  const parley = (environment: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../apps/service/bin/parley.js'), 'model', 'check'],
      {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH ?? '', ...environment },
      },
    ).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
    );
  const model = await startModelServer();
  model.answers([
    { text: 'The line is good. I hear you well.', gapMs: 5 },
    '{"colour":"blue","isWarm":false}',
  ]);
  const good = await parley({ PARLEY_MODEL_URL: model.url, PARLEY_MODEL: 'm' });
  expect(good.text).toMatch(
    /^PARLEY_MODEL: [\d.:]+ m answers, streams \(first words after \d+ ms, all after \d+ ms\), follows a schema\.\n$/,
  );
  expect(good.code).toBe(0);

  // What it says of a model that refuses, hangs or is not there is in failing-models.test.ts.
  expect(await parley({})).toMatchObject({ code: 1, text: expect.stringContaining('Set PARLEY_MODEL') });

  const embeddings = await startEmbeddingServer([['vacation', 'leave']]);
  const settings = { PARLEY_EMBEDDING_URL: embeddings.url, PARLEY_EMBEDDING_MODEL: 'e' };
  const vectors = await parley(settings);
  expect(vectors.text).toMatch(
    /^PARLEY_EMBEDDING: [\d.:]+ e answers in \d+ ms, a fitting passage has a similarity of 1\.00, another one 0\.00, and the minimum is 0\.2\.\n$/,
  );
  embeddings.fails({ status: 200, body: 'no' });
  expect(await parley(settings)).toMatchObject({ code: 1, text: expect.stringContaining('cannot be used') });
  await embeddings.stop();
  await model.stop();
});
