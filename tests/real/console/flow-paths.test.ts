import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, type Look, startConsoleServices } from './console-services.ts';

const words =
  toInstall === undefined ? 'paths through a flow' : `paths through a flow (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 240_000;
const zoe = { firstName: 'Zoe', lastName: 'Quist', phoneNumber: '+442079460777' };
const SOON = { timeout: 30_000 };
/** The diagram is beside the outline. */
const wide = { width: 1440, height: 900 };

const branch = (name: string, operator: string, question: string) => ({
  name,
  condition: { type: 'expression', field: 'answer.satisfaction', operator, value: 5 },
  sections: [{ type: 'looping', title: `Why ${name.toLowerCase()}`, questions: [{ question }] }],
});
const survey = {
  name: 'Survey',
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is the AI assistant of Acme.' },
    sections: [
      {
        type: 'looping',
        title: 'Satisfaction',
        questions: [
          { question: 'On a scale from 1 to 10, how satisfied are you with us?', key: 'satisfaction' },
        ],
      },
      {
        type: 'conditional',
        title: 'By satisfaction',
        branches: [
          branch('Unhappy', 'LESS_THAN', 'What went wrong?'),
          branch('Happy', 'GREATER_THAN', 'What do you like most?'),
        ],
      },
    ],
    lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
  },
};
const unhappy = {
  name: 'An unhappy customer is asked why',
  turns: ['Yes, hello.', 'Three.', 'The waiting times are too long.'],
  expect: { branch: 'Unhappy', ending: 'finished' },
};

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  /** Of a company of its own: each may use a thread for half a minute of every minute. */
  async function newSurvey(role: 'member' | 'viewer' = 'member') {
    const company = await services.service.newCompany();
    const { id } = (await company.api.post('/agents', { ...survey, callingWindow: null })).body;
    await company.api.post(`/agents/${id}/test-cases`, unhappy);
    const enter = async (look: Look) => {
      const window = await services.signIn(role, { ...look, company });
      window.page.setDefaultTimeout(PATIENCE_MS / 2);
      return window;
    };
    return { id: id as string, company, enter };
  }
  const tests = (page: Page) => page.getByRole('region', { name: 'Tests of the flow' });
  const diagram = (page: Page) => page.getByRole('region', { name: 'Flow diagram' });
  const waysOnPath = (page: Page) => diagram(page).locator('[data-on-path]').count();

  test('a test case draws its path through the flow, and blocks that no test case reaches are marked', async () => {
    const { id, enter } = await newSurvey();
    const { page, go, complaints } = await enter({ size: wide });
    await go(`/agents/${id}`);
    await tests(page).getByRole('button', { name: 'Run' }).focus();
    await page.keyboard.press('Enter');
    await tests(page).getByText('1 of 1 pass').waitFor();
    const missing = tests(page).getByRole('list', { name: 'Not reached' });
    await missing.getByRole('button', { name: 'Branch: Happy' }).waitFor();
    // The branch and its section.
    expect(await diagram(page).getByText('Not reached').count()).toBe(2);
    // First message, satisfaction, decision, branch, its section, last message.
    expect(await waysOnPath(page)).toBe(5);
    await tests(page)
      .getByLabel('Path shown')
      .selectOption({ label: `${unhappy.name} (passed)` });
    await tests(page)
      .getByRole('list', { name: 'Path', exact: true })
      .getByText('Unhappy', { exact: true })
      .waitFor();
    await tests(page).getByLabel('Path shown').selectOption('No path');
    await expect.poll(() => waysOnPath(page), SOON).toBe(0);
    await missing.getByRole('button', { name: 'Branch: Happy' }).click();
    await page.getByLabel('Branch name').waitFor();
    expect(complaints).toEqual([]);
  });

  test('saving a flow runs its test cases against the draft, and Check flow checks the draft', async () => {
    const { id, enter } = await newSurvey();
    const { page, go, complaints } = await enter({ size: wide });
    const sent: Record<string, unknown[]> = {};
    page.on('request', (request) => {
      const [last = ''] = request.url().split('/').slice(-1);
      if (request.method() === 'POST') sent[last] = [...(sent[last] ?? []), request.postDataJSON()];
    });
    await go(`/agents/${id}?draft=yes`);
    const block = page.getByRole('region', { name: 'Ask: Satisfaction', exact: true });
    await block.getByRole('button', { expanded: false }).first().click();
    // The answer to this question is no number: the branches are not reached any more.
    await page.getByRole('textbox', { name: 'Question 1', exact: true }).fill('What is your name?');
    await page.getByRole('button', { name: 'Save flow' }).click();
    await tests(page).getByText('0 of 1 pass').waitFor();
    expect(sent.run).toEqual([{ draft: true }]);
    await page.getByRole('button', { name: 'Check flow' }).click();
    await page.getByRole('status', { name: /^Check/ }).waitFor();
    expect(sent.preflight).toEqual([{ draft: true }]);
    expect(complaints).toEqual([]);
  });

  test('the path of a real call is drawn through the flow', async () => {
    const {
      id,
      enter,
      company: { api },
    } = await newSurvey('viewer');
    const contact = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
    const { body } = await api.post('/conversations', {
      contact: { ...contact, gdprExpiryDate: '2099-12-31' },
      agentId: id,
    });
    await vi.waitFor(async () => {
      expect((await api.get(`/conversations/${body.id}`)).body.finishedDate).not.toBeNull();
    }, SOON);
    const { page, go, complaints } = await enter({ size: wide });
    await go(`/conversations/${body.id}?tab=why`);
    await page.getByRole('link', { name: 'Show path in flow' }).click();
    await tests(page).getByRole('list', { name: 'Path', exact: true }).getByText('First message').waitFor();
    expect(await waysOnPath(page)).toBeGreaterThan(1);
    expect(complaints).toEqual([]);
  });

  test('a test call beside the flow shows each turn, how it was understood, and the path', async () => {
    const { id, company, enter } = await newSurvey();
    const { page, go, complaints } = await enter({ size: wide });
    await go(`/agents/${id}`);
    await page.getByRole('button', { name: 'Talk to agent' }).click();
    const talk = page.getByRole('region', { name: 'Talk to the agent' });
    await talk.getByRole('button', { name: 'Start typed call' }).click();
    const trace = talk.getByRole('list', { name: 'Trace' });
    for (const [asked, reply] of [
      [/AI assistant/, 'Hello'],
      [/how satisfied/, 'Three'],
      [/What went wrong/, 'The waiting times are too long'],
    ] as const) {
      await trace.getByText(asked).last().waitFor();
      await talk.getByLabel('Your message').fill(reply);
      await page.keyboard.press('Enter');
    }
    await trace.getByText('how satisfied are you with us? 3').waitFor();
    await trace.getByText('Branch:').waitFor();
    await talk.getByText('The call has ended').waitFor();
    await tests(page)
      .getByRole('list', { name: 'Path', exact: true })
      .getByText('Unhappy', { exact: true })
      .waitFor();
    await expect.poll(() => waysOnPath(page), SOON).toBe(5);
    const { data } = (await company.api.get(`/conversations?agentId=${id}`)).body;
    expect(data).toMatchObject([{ status: 'COMPLETED', callAttempts: [{ direction: 'INBOUND' }] }]);

    // With the microphone, where speech is installed.
    await talk.getByRole('button', { name: 'Start spoken call' }).click();
    await talk
      .getByRole('button', { name: 'Mute' })
      .or(talk.getByText('Speech is not available here'))
      .first()
      .waitFor();
    await trace.getByText(/AI assistant/).waitFor();
    await talk.getByRole('button', { name: 'End call' }).click();
    await talk.getByText('The call has ended').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the draft that is open in the editor can be test-called, and the panel says so', async () => {
    const { id, company, enter } = await newSurvey();
    const firstMessage = { type: 'first_message', text: 'Hello from the draft, an AI assistant.' };
    await company.api.patch(`/agents/${id}/draft`, { flow: { ...survey.flow, firstMessage } });
    const { page, go, complaints } = await enter({ size: wide });
    const talk = page.getByRole('region', { name: 'Talk to the agent' });
    for (const [path, version, greeting] of [
      ['?draft=yes', 'Draft', /Hello from the draft/],
      ['', 'Version 1', /AI assistant of Acme/],
    ] as const) {
      await go(`/agents/${id}${path}`);
      await page.getByRole('button', { name: 'Talk to agent' }).click();
      await talk
        .getByText(version === 'Draft' ? 'The draft, as last saved,' : 'The published version')
        .waitFor();
      await talk.getByRole('button', { name: 'Start typed call' }).click();
      await talk.getByText(version, { exact: true }).waitFor();
      await talk.getByRole('list', { name: 'Trace' }).getByText(greeting).waitFor();
      await talk.getByRole('button', { name: 'End call' }).click();
      await talk.getByText('The call has ended').waitFor();
    }
    expect(complaints).toEqual([]);
  });

  test('a test call can be made as a contact who is found by name or number', async () => {
    const { id, company, enter } = await newSurvey();
    const firstMessage = {
      type: 'first_message',
      text: 'Hello {{contact.first_name}}, I am an AI assistant.',
    };
    await company.api.patch(`/agents/${id}`, { flow: { ...survey.flow, firstMessage } });
    await company.api.post('/contacts', { ...zoe, gdprExpiryDate: '2099-12-31' });
    const { page, go, complaints } = await enter({ size: wide });
    await go(`/agents/${id}`);
    await page.getByRole('button', { name: 'Talk to agent' }).click();
    const talk = page.getByRole('region', { name: 'Talk to the agent' });
    const search = talk.getByRole('combobox', { name: 'Talk as' });
    for (const text of ['7946 0777', 'quist']) {
      await search.fill(text);
      await talk.getByRole('option', { name: /Zoe Quist/ }).click();
      const undo = talk.getByRole('button', { name: 'Talk as yourself' });
      await undo.and(page.locator(':focus')).waitFor();
      if (text !== 'quist') await undo.click();
    }
    await talk.getByRole('button', { name: 'Start typed call' }).click();
    await talk.getByText('As Zoe Quist').waitFor();
    await talk.getByRole('list', { name: 'Trace' }).getByText('Hello Zoe,').waitFor();
    await talk.getByRole('button', { name: 'End call' }).click();
    await talk.getByText('The call has ended').waitFor();
    expect(complaints).toEqual([]);
  });

  test('test calls beside the flow are accessible', async () => {
    const { id, company, enter } = await newSurvey();
    await company.api.post('/contacts', { ...zoe, gdprExpiryDate: '2099-12-31' });
    await expectAccessible(
      services,
      [
        {
          name: 'talk-as',
          path: `/agents/${id}`,
          ready: async (page) => {
            await page.getByRole('button', { name: 'Talk to agent' }).click();
            await page.getByRole('combobox', { name: 'Talk as' }).fill('quist');
            await page.getByRole('option', { name: /Zoe/ }).waitFor();
          },
        },
        {
          name: 'talk-as-chosen',
          path: `/agents/${id}`,
          ready: async (page) => {
            await page.getByRole('button', { name: 'Talk to agent' }).click();
            await page.getByRole('combobox', { name: 'Talk as' }).fill('nobody');
            await page.getByText('Nothing found.').waitFor();
            await page.getByRole('combobox', { name: 'Talk as' }).fill('quist');
            await page.getByRole('option', { name: /Zoe/ }).click();
            await page.getByRole('button', { name: 'Talk as yourself' }).waitFor();
          },
        },
        {
          name: 'flow-tests',
          path: `/agents/${id}`,
          ready: async (page) => {
            await page.getByRole('button', { name: 'Talk to agent' }).click();
            const talk = page.getByRole('region', { name: 'Talk to the agent' });
            await talk.getByRole('button', { name: 'Start typed call' }).click();
            await talk.getByText(/AI assistant/).waitFor();
            await talk.getByLabel('Your message').fill('Hello');
            await page.keyboard.press('Enter');
            await talk.getByText(/how satisfied/).waitFor();
            await tests(page).getByRole('button', { name: 'Run' }).click();
            await tests(page).getByRole('list', { name: 'Not reached' }).waitFor();
          },
        },
      ],
      enter,
    );
  });
});
