import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleWithMinutes } from './console-services.ts';

const words =
  toInstall === undefined ? 'corrections and versions' : `corrections and versions (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 240_000;

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleWithMinutes(1_000, 10);
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
    await page.getByRole('menuitem', { name: 'Make a test case from this call' }).click();
    await page.getByRole('list', { name: 'Test cases' }).waitFor();
    const testCases = async () =>
      (await services.company.api.get(`/agents/${agentId}/test-cases`)).body.data.map(
        ({ expect: expected }: { expect: object }) => expected,
      );
    expect(await testCases()).toMatchObject([{ outcomes: { will_renew: true } }]);

    await page.getByRole('list', { name: 'Test cases' }).getByText('Call of').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit test case' });
    await dialog.getByLabel('Must be').selectOption({ label: 'not met' });
    await dialog.getByRole('button', { name: 'Add result' }).click();
    await dialog.getByLabel('Result').last().selectOption({ label: 'Value: Reason' });
    const results = dialog.getByRole('group', { name: 'Outcomes, extracted values and tags' });
    await results.getByLabel('Value', { exact: true }).selectOption('Price');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await testCases()).toMatchObject([
      { outcomes: { will_renew: false }, fields: { reason: 'Price' } },
    ]);
    expect(complaints).toEqual([]);
  });

  test('the answer to a question with options is corrected by picking an option, or typed', async () => {
    const { conversationId, agentId } = await held();
    const { api } = services.company;
    const { flow } = (await api.get(`/agents/${agentId}`)).body;
    flow.sections[0].questions[0].answer = { type: 'choice', options: ['Renew', 'Leave'] };
    await api.patch(`/agents/${agentId}`, { flow });
    const { page, go, complaints } = await services.signIn('member');
    await go(`/conversations/${conversationId}?tab=answers`);
    const correct = () => page.getByRole('button', { name: 'Correct Will you renew your contract?' }).click();
    const answer = async () =>
      (await api.get(`/conversations/${conversationId}`)).body.analytics.qa[0].answer;
    await correct();
    await page.getByLabel('Correct value').selectOption('Renew');
    await page.getByRole('button', { name: 'Save correction' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await answer()).toBe('Renew');
    await correct();
    await page.getByLabel('Correct value').selectOption({ label: 'Another answer…' });
    await page.getByLabel('Answer', { exact: true }).fill('Not yet');
    await page.getByRole('button', { name: 'Save correction' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await answer()).toBe('Not yet');
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
    await page.getByRole('list', { name: 'Changes' }).getByText('Maximum minutes').waitFor();
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

  test('a run is split between versions by shares that are typed', async () => {
    const { api } = services.company;
    const { id: agentId } = (await api.post('/agents', { ...renewalAgent, name: 'Split' })).body;
    await api.patch(`/agents/${agentId}`, { duration: 20 });
    const { page, go, complaints } = await services.signIn('member');
    await go('/runs');
    await page.getByRole('button', { name: 'New run' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New run' });
    await dialog.getByLabel('Name').fill('Spring');
    await dialog.getByLabel('Agent').selectOption({ label: 'Split' });
    await dialog.getByLabel('Split between versions').check();
    const share = dialog.getByLabel('Share of version 1');
    await share.fill('0');
    await dialog.getByRole('button', { name: 'Create run' }).click();
    await share.and(page.locator('[aria-invalid="true"]')).waitFor();
    await share.fill('3');
    await dialog.getByText('25 % of the contacts').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    const { data } = (await api.get(`/runs?agentId=${agentId}`)).body;
    expect(data[0].versions.map(({ weight }: { weight: number }) => weight)).toEqual([3, 1]);

    const facts = page.getByText('Split between versions');
    await facts.filter({ hasText: '1 (75 %), 2 (25 %)' }).waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    const settings = page.getByRole('region', { name: 'Agent version' });
    const save = settings.getByRole('button', { name: 'Save version' });
    await settings.getByLabel('Share of version 2').fill('0');
    await save.click();
    await settings.locator('[aria-invalid="true"]').waitFor();
    await settings.getByLabel('Share of version 2').fill('1');
    await settings.getByLabel('Share of version 1').fill('1');
    await save.click();
    await facts.filter({ hasText: '1 (50 %), 2 (50 %)' }).waitFor();
    await settings.getByLabel('Split between versions').uncheck();
    await save.click();
    await page.getByText('Version the one that is published at the launch').waitFor();
    expect((await api.get(`/runs/${data[0].id}`)).body.versions).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('a version older than the newest hundred is compared, restored, and chosen for a run', async () => {
    const { api } = services.company;
    const { id: agentId } = (await api.post('/agents', { ...renewalAgent, name: 'Often saved' })).body;
    const [{ id: first }] = (await api.get(`/agents/${agentId}/versions`)).body.data;
    for (let duration = 16; duration <= 116; duration++) await api.patch(`/agents/${agentId}`, { duration });
    const { page, go, complaints } = await services.signIn('member');
    await go('/runs');
    await page.getByRole('button', { name: 'New run' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New run' });
    await dialog.getByLabel('Name').fill('As at first');
    await dialog.getByLabel('Agent').selectOption(agentId);
    await dialog.getByRole('button', { name: 'Load older versions' }).click();
    await dialog.getByLabel('Version', { exact: true }).selectOption(first);
    await dialog.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('heading', { level: 1, name: 'As at first' }).waitFor();
    const [run] = (await api.get(`/runs?agentId=${agentId}`)).body.data;
    expect(run.versions.map(({ versionId }: { versionId: string }) => versionId)).toEqual([first]);

    await go(`/agents/${agentId}?tab=history&version=${first}`);
    const version = page.getByRole('dialog', { name: 'Version 1', exact: true });
    await version.getByText('This is the first version.').waitFor();
    await version.getByLabel('Compared with').selectOption({ index: 1 });
    await version.getByRole('list', { name: 'Changes' }).getByText('Maximum minutes').waitFor();
    await version.getByRole('button', { name: 'Load older versions' }).click();
    await version.getByRole('option', { name: /^Version 2,/ }).waitFor({ state: 'attached' });
    await version.getByRole('button', { name: 'Restore this version…' }).click();
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
    const split = data.map(({ id: versionId }: { id: string }) => ({ versionId, weight: 1 }));
    // In an hour that is far away, so that nobody is called.
    const far = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13);
    const settings = { callingWindow: { start: `${far}:00`, end: `${far}:30` } };
    const run = (await api.post('/runs', { name: 'Compared', agentId, split, settings })).body;
    const draft = (await api.post('/runs', { name: 'Draft', agentId, split })).body;
    const { contactId } = (await api.get(`/conversations/${conversationId}`)).body;
    await api.post(`/runs/${run.id}/contacts`, { contactIds: [contactId] });
    expect((await api.post(`/runs/${run.id}/launch`)).status).toBe(200);
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
      {
        name: 'run-comparison',
        path: `/runs/${run.id}?tab=comparison`,
        ready: (page) => page.getByRole('columnheader', { name: /^Version 2/ }).waitFor(),
      },
      {
        name: 'run-draft-versions',
        path: `/runs/${draft.id}?tab=settings`,
        ready: (page) => page.getByLabel('Share of version 1').waitFor(),
      },
      {
        name: 'run-new-split',
        path: '/runs',
        ready: async (page) => {
          await page.getByRole('button', { name: 'New run' }).first().click();
          const dialog = page.getByRole('dialog', { name: 'New run' });
          await dialog.getByLabel('Agent').selectOption(agentId);
          await dialog.getByLabel('Split between versions').check();
          await dialog.getByLabel('Share of version 1').waitFor();
        },
      },
    ]);
  });
});
