import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const words =
  toInstall === undefined ? 'corrections and versions' : `corrections and versions (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 240_000;

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  /** A call that was held, in which the analysis heard No. */
  async function held() {
    const { api, id: companyId } = services.company;
    const agent = (await api.post('/agents', renewalAgent)).body;
    const contact = {
      firstName: 'Ada',
      lastName: 'Novak',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    };
    const scheduleTime = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await api.post('/conversations', { contact, agentId: agent.id, scheduleTime });
    const questionId = agent.flow.sections[0].questions[0].id;
    await holdCall(
      services.service,
      { companyId, conversationId: body.id, questionId },
      { willRenew: false },
    );
    return { agentId: agent.id as string, conversationId: body.id as string };
  }

  test('a result is corrected by keyboard, commented on, and made a test case', async () => {
    const { conversationId, agentId } = await held();
    const { page, go, complaints } = await services.signIn('member');
    await go(`/conversations/${conversationId}?tab=answers`);
    await page.getByRole('button', { name: 'Correct Will renew', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Correct value').selectOption('true');
    await page.getByLabel('Why (optional)').fill('Said so at the end.');
    await page.keyboard.press('Enter');
    const outcomes = page.getByRole('region', { name: 'Outcomes' });
    await outcomes.getByText('Corrected').waitFor();
    await outcomes.getByText('Said so at the end.').waitFor();
    await page.getByLabel('Add a comment').fill('Send the offer.');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.getByRole('list', { name: 'Comments' }).getByText('Send the offer.').waitFor();
    const { analytics } = (await services.company.api.get(`/conversations/${conversationId}`)).body;
    expect(analytics.outcomes[0]).toMatchObject({ met: true, correction: { original: false } });

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Make a test case of this' }).click();
    await page.getByRole('list', { name: 'Test cases' }).waitFor();
    const { total } = (await services.company.api.get(`/agents/${agentId}/test-cases`)).body;
    expect(total).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('a draft is written and published, and an earlier version compared and restored', async () => {
    const { agentId } = await held();
    const { api } = services.company;
    const { page, go, complaints } = await services.signIn('member');
    await go(`/agents/${agentId}?tab=settings`);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit as a draft' }).click();
    await page.getByLabel('Maximum minutes').fill('25');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('no contact is called with it until you publish it').waitFor();
    expect((await api.get(`/agents/${agentId}`)).body.duration).toBe(15);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('list', { name: 'Changes' }).getByText('duration').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published. New calls are made with this version').waitFor();
    expect((await api.get(`/agents/${agentId}`)).body.duration).toBe(25);

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('button', { name: 'Restore this version…' }).click();
    await page.getByRole('button', { name: 'Restore version', exact: true }).click();
    await page.getByText('Version 1 is published again').waitFor();
    expect((await api.get(`/agents/${agentId}`)).body.duration).toBe(15);
    expect(complaints).toEqual([]);
  });

  test('answers, history and the comparison of versions are accessible', async () => {
    const { conversationId, agentId } = await held();
    const { api } = services.company;
    await api.post(`/conversations/${conversationId}/corrections`, {
      kind: 'tag',
      key: 'price',
      value: true,
      note: 'Asked twice.',
    });
    await api.patch(`/agents/${agentId}`, { duration: 20 });
    const { data } = (await api.get(`/agents/${agentId}/versions`)).body;
    await expectAccessible(services, [
      {
        name: 'corrections',
        path: `/conversations/${conversationId}?tab=answers`,
        ready: (page) => page.getByText('Asked twice.').waitFor(),
      },
      {
        name: 'agent-history',
        path: `/agents/${agentId}?tab=history&version=${data[0].id}`,
        ready: (page) => page.getByRole('list', { name: 'Changes' }).waitFor(),
      },
      {
        name: 'agent-draft',
        path: `/agents/${agentId}?draft=yes`,
        ready: (page) => page.getByText('You are beginning a draft').waitFor(),
      },
    ]);
  });
});
