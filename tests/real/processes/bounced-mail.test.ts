import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { startPostfix } from '@parley/testing/postfix-server.ts';
import { programs } from '@parley/testing/programs.ts';
import { startTestService } from '@parley/testing/service.ts';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf, repository } from '../docs/document.ts';

const waiting = { timeout: 50_000 };
const { isMissing, name, install } = programs.postfix;

/** As docs/web-calls.md shows it, for the service of this test. */
async function aliasesFor(url: string): Promise<string> {
  const guide = await readFile(join(repository, 'docs/web-calls.md'), 'utf8');
  const shown = blocksOf(guide).find(({ mark }) => mark?.text === 'aliases')?.text ?? '';
  return `${shown.replace('https://calls.example.com', url)}\n`;
}

test.skipIf(isMissing)(
  `a mail that Postfix accepted and cannot deliver makes its message bounced, with the alias of the guide${isMissing ? ` (skipped: needs ${name}: ${install})` : ''}`,
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const postfix = await startPostfix('gone.example', 'calls.parley.example', await aliasesFor(url));
    onTestFinished(() => postfix.stop());
    const service = await startTestService({
      port,
      environment: {
        SMTP_URL: postfix.url,
        PARLEY_MAIL_FROM: 'Parley <calls@parley.example>',
        PARLEY_MAIL_BOUNCES: 'bounces@calls.parley.example',
      },
    });
    onTestFinished(() => service.stop());
    const company = await service.newCompany();
    const { id: agentId } = (await company.api.post('/agents', onlineAgent)).body;
    const created = await company.api.post('/conversations', {
      agentId,
      contact: { ...contact, email: 'nobody-is-here@gone.example' },
    });
    const path = `/conversations/${created.body.id}/messages`;
    await company.api.post(path);
    await expect
      .poll(async () => (await company.api.get(path)).body.data[0], waiting)
      .toMatchObject({ status: 'BOUNCED', detail: expect.stringMatching(/unknown user/i) });
    // Nothing is left to be brought again.
    await expect.poll(() => postfix.queued(), waiting).toContain('empty');
  },
);
