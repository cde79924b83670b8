import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const words = toInstall === undefined ? 'agents in the console' : `agents (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 240_000;
const SOON = { timeout: 30_000 };

/** A flow with two ways, as an API client would write it. */
const branchedFlow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, this is an AI assistant.' },
  sections: [
    { type: 'looping', title: 'Basics', questions: [{ question: 'Do you own a car?', key: 'car' }] },
    {
      type: 'conditional',
      title: 'By car or not',
      branches: [
        {
          name: 'Drives',
          condition: { type: 'expression', field: 'answer.car', operator: 'EXISTS' },
          sections: [{ type: 'sequential', title: 'Parking', prompt: 'Say where one can park.' }],
        },
        {
          name: 'Walks',
          condition: { type: 'intent', description: 'The person has no car.' },
          sections: [{ type: 'human_handoff', message: 'One moment.', phoneNumber: '+15005550000' }],
        },
      ],
      defaultBranch: 'Walks',
    },
    { type: 'sequential', title: 'What comes next', prompt: 'Say when we will call again.' },
  ],
  lastMessage: { type: 'last_message', text: 'Goodbye!' },
};

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  const newAgent = async (changes: object = {}): Promise<string> => {
    const agent = { name: 'Grace', flow: branchedFlow, ...changes };
    return (await services.company.api.post('/agents', agent)).body.id;
  };
  const read = async (id: string) => (await services.company.api.get(`/agents/${id}`)).body;
  const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const open = (page: Page, name: string) =>
    block(page, name).getByRole('button', { expanded: false }).first().click();
  const isSaved = (page: Page) => page.getByText('Unsaved changes').waitFor({ state: 'detached' });

  test('an agent with a branch is built, checked, and calls its author in the browser', async () => {
    const { page, context, go, complaints } = await services.signIn('member');
    await go('/agents');
    await page.getByRole('link', { name: 'New agent' }).first().click();
    // What there is to start from is seen without opening anything.
    await page.getByText('Asks customers how satisfied they are, and why.').waitFor();
    await page.getByRole('radio', { name: /^An empty flow/, checked: true }).waitFor();
    await page.getByLabel('Name').fill('Ada’s helper');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada’s helper' }).waitFor();

    await page.getByRole('button', { name: 'Add section' }).last().click();
    await page.getByRole('menuitem', { name: /^Decide/ }).click();
    await open(page, 'If: Branch 1');
    await page.getByLabel('Branch name').fill('Has time');
    await page.getByLabel('Condition type').selectOption('expression');
    await page.getByLabel('Field').selectOption({ label: 'Do you have a few minutes to talk?' });
    const branch = block(page, 'If: Has time');
    await branch.getByRole('button', { name: 'Add section' }).click();
    await page.getByRole('menuitem', { name: /^Ask/ }).click();
    await page.getByRole('textbox', { name: 'Question 1' }).fill('Which city do you live in?');
    await page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(page);

    await page.getByRole('button', { name: 'Check flow' }).click();
    await page
      .getByRole('status', { name: /^Check passed/ })
      .getByText('A contact who asks for a person can only leave a message')
      .waitFor();

    await page.getByRole('tab', { name: 'Test' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Start call' }).click();
    const call = await opened;
    await call.getByRole('button', { name: 'Type instead' }).click();
    for (const [question, answer] of [
      [/AI assistant/, 'Hello'],
      [/few minutes/, 'Yes, I do'],
      [/Which city/, 'I live in Zurich'],
    ] as const) {
      await call.locator('.line.agent', { hasText: question }).waitFor();
      await call.getByLabel('Your message').fill(answer);
      await call.keyboard.press('Enter');
    }
    await call.locator('[data-view=thanks]').waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the condition of a branch and what a test case expects are chosen by label', async () => {
    const { page, go, complaints } = await services.signIn('member');
    const { api } = services.company;
    await api.post('/contact-fields', { key: 'is_vip', label: 'Is a VIP', dataType: 'bool' });
    const questions = [{ question: 'When could you start?', answer: { type: 'date' } }];
    const condition = { type: 'expression', field: 'job.title', operator: 'EQUALS', value: 'Clerk' };
    const branches = [{ name: 'Early', condition, sections: [] }];
    const sections = [
      { type: 'looping', title: 'Start', questions },
      { type: 'conditional', branches },
    ];
    const id = await newAgent({ flow: { ...branchedFlow, sections } });
    const conditionNow = async () => (await read(id)).flow.sections[1].branches[0].condition;
    await go(`/agents/${id}`);
    await open(page, 'If: Early');
    // What is not among the options stays, and can be edited.
    expect(await page.getByLabel('Path').inputValue()).toBe('job.title');
    await page.getByLabel('Path').fill('job.status');
    await page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(page);
    expect(await conditionNow()).toMatchObject({ field: 'job.status', value: 'Clerk' });

    await page.getByLabel('Field').selectOption({ label: 'Is a VIP' });
    await page.getByLabel('Value').selectOption({ label: 'Yes' });
    await page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(page);
    expect(await conditionNow()).toMatchObject({ field: 'contact.is_vip', value: true });

    await page.getByLabel('Field').selectOption({ label: 'When could you start?' });
    await page.getByLabel('Comparison').selectOption({ label: 'is less than' });
    await page.getByLabel('Value').and(page.locator('[type=date]')).fill('2026-06-01');
    await page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(page);
    expect(await conditionNow()).toMatchObject({ field: 'answer.when_could_you_start', value: '2026-06-01' });

    await page.getByRole('tab', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Add test case' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add test case' });
    await dialog.getByLabel('Name', { exact: true }).fill('Starts in June');
    await dialog.getByLabel('The contact says').fill('Yes\nOn the first of June 2026');
    await dialog.getByRole('button', { name: 'Add answer' }).click();
    await dialog.getByLabel('Question').selectOption({ label: 'When could you start?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose or type a value.').waitFor();
    await dialog.getByLabel('Value').fill('2026-06-01');
    await dialog.getByRole('button', { name: 'Add part' }).click();
    await dialog.getByLabel('Section, question or branch').selectOption({ label: 'Ask: Start' });
    await dialog.getByRole('button', { name: 'Add part' }).click();
    await dialog.getByLabel('Section, question or branch').last().selectOption({ label: 'Another part…' });
    await dialog.getByLabel('Id, key, title or wording').fill('Elsewhere');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await api.get(`/agents/${id}/test-cases`)).body.data[0].expect).toEqual({
      values: { when_could_you_start: '2026-06-01' },
      visited: ['Start', 'Elsewhere'],
    });
    expect(complaints).toEqual([]);
  });

  test('errors in a flow are shown at their block, with a link to it', async () => {
    const { page, go } = await services.signIn('member');
    await go(`/agents/${await newAgent()}`);
    await open(page, 'Talk: Parking');
    await page.getByLabel('What to talk about').fill(' ');
    await open(page, 'Talk: What comes next');
    await page.getByRole('button', { name: 'Save flow' }).click();
    await block(page, 'Talk: Parking').getByText('must not be blank').waitFor();
    const summary = page.getByRole('status', { name: 'Not saved: the flow has errors' });
    await summary.getByRole('button', { name: /^Parking/ }).click();
    const prompt = page.getByLabel('What to talk about');
    await prompt.waitFor();
    expect(await prompt.getAttribute('aria-invalid')).toBe('true');
    expect(await hurdles(page)).toEqual([]);
    await prompt.fill('Behind the services.');
    await page.keyboard.press('Control+s');
    await isSaved(page);
  });

  test('typing two braces in a flow suggests contact fields, which can be chosen by keyboard', async () => {
    const { page, go } = await services.signIn('member');
    const id = await newAgent();
    await go(`/agents/${id}`);
    await open(page, 'Talk: Parking');
    const prompt = page.getByLabel('What to talk about');
    await prompt.fill('');
    await prompt.pressSequentially('Dear {{pref');
    await page.getByRole('option', { name: /preferred_name/ }).waitFor();
    await page.keyboard.press('Enter');
    await prompt.pressSequentially(', hello');
    expect(await prompt.inputValue()).toBe('Dear {{contact.preferred_name}}, hello');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    expect(JSON.stringify((await read(id)).flow)).toContain('Dear {{contact.preferred_name}}, hello');
  });

  test('sections of a flow move by keyboard and by dragging, with undo and redo', async () => {
    const { page, go } = await services.signIn('member');
    const id = await newAgent();
    await go(`/agents/${id}`);
    const handle = page.getByRole('button', { name: 'Move Talk: What comes next' });
    await handle.focus();
    await page.keyboard.press('ArrowRight');
    await block(page, 'If (default): Walks').getByRole('region', { name: 'Talk: What comes next' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    const order = () =>
      page.evaluate(
        `[...document.querySelectorAll('[data-block]')].map((block) => block.getAttribute('aria-label'))`,
      );
    await expect.poll(order, SOON).toMatchObject({ 1: 'Talk: What comes next' });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(order, SOON).toMatchObject({ 1: 'Ask: Basics', 2: 'Talk: What comes next' });

    const grip = await page.getByRole('button', { name: 'Move Ask: Basics' }).boundingBox();
    const target = await block(page, 'Last message').boundingBox();
    if (!grip || !target) throw new Error('nothing to drag');
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5, target.y - 30, { steps: 5 });
    await page.mouse.up();
    await expect.poll(order, SOON).toMatchObject({ 1: 'Talk: What comes next' });
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const types = (await read(id)).flow.sections.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['sequential', 'conditional', 'looping']);
  });

  test('a branch removed from a flow is restored with Undo', async () => {
    const { page, go } = await services.signIn('member');
    await go(`/agents/${await newAgent()}`);
    await page.getByRole('button', { name: 'More actions for branch Drives' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await block(page, 'If: Drives').waitFor({ state: 'detached' });
    await page.getByText('Removed branch Drives').locator('..').getByRole('button', { name: 'Undo' }).click();
    await block(page, 'If: Drives').waitFor();
    await isSaved(page);
  });

  test('unsaved changes of an agent survive a reload, and leaving the page asks first', async () => {
    const { page, go } = await services.signIn('member');
    await go(`/agents/${await newAgent()}`);
    await open(page, 'Talk: Parking');
    await page.getByLabel('What to talk about').fill('Behind the barn.');
    await page.getByText('Unsaved changes').waitFor();
    await page.reload();
    await page.getByText('Behind the barn.').waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByText('Behind the barn.').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await isSaved(page);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  });

  test('the second of two people editing an agent sees the conflict and decides', async () => {
    const id = await newAgent();
    const [first, second] = [await services.signIn('member'), await services.signIn('member')];
    await first.go(`/agents/${id}`);
    await second.go(`/agents/${id}`);
    await open(second.page, 'Talk: Parking');
    await second.page.getByLabel('What to talk about').fill('Mine.');
    await open(first.page, 'Talk: What comes next');
    await first.page.getByLabel('What to talk about').fill('Theirs.');
    await first.page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(first.page);

    await second.page.getByRole('button', { name: 'Save flow' }).click();
    const dialog = second.page.getByRole('dialog', { name: 'Somebody else changed this agent' });
    await dialog.getByRole('list', { name: 'Differences' }).getByText('Talk: Parking').waitFor();
    expect(JSON.stringify((await read(id)).flow)).not.toContain('Mine.');
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await isSaved(second.page);
    expect(JSON.stringify((await read(id)).flow)).toContain('Mine.');
    // Who has nothing to lose sees it as it happens.
    await first.page.getByText('Mine.').waitFor();
  });

  test('the second of two people editing a draft sees the conflict and decides', async () => {
    const id = await newAgent();
    const draft = async () => JSON.stringify((await services.company.api.get(`/agents/${id}/draft`)).body);
    const [first, second] = [await services.signIn('member'), await services.signIn('member')];
    await first.go(`/agents/${id}?draft=yes`);
    await second.go(`/agents/${id}?draft=yes`);
    await open(second.page, 'Talk: Parking');
    await second.page.getByLabel('What to talk about').fill('Mine.');
    await open(first.page, 'Talk: What comes next');
    await first.page.getByLabel('What to talk about').fill('Theirs.');
    await first.page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(first.page);

    await second.page.getByRole('button', { name: 'Save flow' }).click();
    const dialog = second.page.getByRole('dialog', { name: 'Somebody else changed this agent' });
    await dialog.getByRole('list', { name: 'Differences' }).getByText('Talk: Parking').waitFor();
    expect(await draft()).not.toContain('Mine.');
    await dialog.getByRole('button', { name: 'Load their version' }).click();
    await second.page.getByText('Theirs.').waitFor();
    await open(second.page, 'Talk: Parking');
    await second.page.getByLabel('What to talk about').fill('Mine after all.');
    await second.page.getByRole('button', { name: 'Save flow' }).click();
    await isSaved(second.page);
    expect(await draft()).toContain('Mine after all.');
    expect(await draft()).toContain('Theirs.');

    // Who has nothing to lose sees the published version again when the draft is discarded.
    await services.company.api.delete(`/agents/${id}/draft`);
    await first.page.getByText('You are beginning a draft').waitFor();
    await expect.poll(() => first.page.getByText('Theirs.').count(), SOON).toBe(0);
  });

  test('agent settings are saved one by one, and errors are shown at their fields', async () => {
    const { page, go, complaints } = await services.signIn('member');
    const id = await newAgent();
    await go(`/agents/${id}?tab=settings`);
    await page.getByLabel('Maximum minutes').fill('20');
    await page.getByLabel('Maximum attempts').fill('5');
    await page.getByLabel('Minutes between attempts').fill('1, 2.5');
    await page.getByLabel('Rules', { exact: true }).fill('Be kind.\n\nBe short.');
    await page.getByText('Sat', { exact: true }).click();
    await page.getByRole('button', { name: 'Add outcome' }).click();
    await page.getByRole('group', { name: 'Outcomes' }).getByLabel('Label').fill('Is interested');
    await page.getByRole('button', { name: 'Save settings' }).click();
    const description = page.getByLabel('Condition');
    await expect.poll(() => description.getAttribute('aria-invalid'), SOON).toBe('true');
    await description.fill('They want to hear more.');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await isSaved(page);
    expect(await read(id)).toMatchObject({
      duration: 20,
      retryPolicy: { maxAttempts: 5, delaySeconds: [60, 150] },
      guardrails: { rules: ['Be kind.', 'Be short.'] },
      callingWindow: { days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SUN'] },
      analyticsConfig: { outcomes: [{ key: 'is_interested' }] },
    });
    expect(await hurdles(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('keys of the telephone are set for an agent and for a question, and are still there after a reload', async () => {
    const openQuestion = async (page: Page) => {
      await open(page, 'Ask: Basics');
      await block(page, 'Ask: Basics').locator('summary').first().click();
    };
    const { page, go } = await services.signIn('member');
    const id = await newAgent();
    await go(`/agents/${id}?tab=settings`);
    const keys = page.getByRole('region', { name: 'Telephone keys' });
    await keys.getByLabel('Key to never be called again').selectOption('9');
    await keys.getByLabel('Choices in telephone menus').fill('sales\nHuman resources');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await isSaved(page);
    await page.getByRole('tab', { name: 'Flow' }).click();
    await openQuestion(page);
    await page.getByLabel('Answer type').selectOption('yes_no');
    await page.getByLabel('Also by keys of the telephone').check();
    await page.getByRole('button', { name: 'Save flow' }).click();
    const stored = async () => (await services.company.api.get(`/agents/${id}`)).body;
    await vi.waitFor(async () =>
      expect(JSON.stringify((await stored()).flow)).toContain('"answer":{"type":"yes_no","keys":true}'),
    );
    expect((await stored()).keypad).toEqual({ optOut: '9', menu: ['sales', 'Human resources'] });
    await page.reload();
    await openQuestion(page);
    expect(await page.getByLabel('Also by keys of the telephone').isChecked()).toBe(true);
    await page.getByLabel('Answer type').selectOption('text');
    expect(await page.getByLabel('Also by keys of the telephone').count()).toBe(0);
  });

  test('a document of an agent is processed, renamed and deleted', async () => {
    const { page, go } = await services.signIn('member');
    await go(`/agents/${await newAgent()}?tab=settings`);
    const documents = page.getByRole('region', { name: 'Documents' });
    const buffer = Buffer.from('We are open from nine to five. Parking is behind the services.');
    await documents
      .getByLabel('Add document')
      .setInputFiles({ name: 'hours.txt', mimeType: 'text/plain', buffer });
    await documents.getByText('Ready').waitFor();
    await documents.getByRole('button', { name: /^More actions for hours/ }).click();
    await page.getByRole('menuitem', { name: 'Rename document…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Rename/ });
    await dialog.getByLabel('Name').fill('Opening hours');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await documents.getByText('Opening hours', { exact: true }).waitFor();
    await documents.getByRole('button', { name: 'More actions for Opening hours' }).click();
    await page.getByRole('menuitem', { name: 'Delete document…' }).click();
    await page.getByRole('button', { name: 'Delete document' }).click();
    await documents.getByText('Opening hours', { exact: true }).waitFor({ state: 'detached' });
  });

  test('an agent is tested with eighteen simulated contacts', async () => {
    const { page, go } = await services.signIn('member', { theme: 'dark' });
    await go(`/agents/${await newAgent()}?tab=try`);
    await page.getByRole('button', { name: 'Run test' }).click();
    const people = page.getByRole('list', { name: 'Results' }).locator('> li');
    await people.first().waitFor();
    expect(await people.count()).toBe(18);
    await people.filter({ hasText: '0000' }).locator('summary').click();
    await people.filter({ hasText: '0000' }).getByText('Do you own a car?').first().waitFor();
    expect(await hurdles(page)).toEqual([]);
  });

  test('a viewer can read everything about an agent and change nothing', async () => {
    const { page, go } = await services.signIn('viewer', { theme: 'dark' });
    const id = await newAgent();
    await go(`/agents/${id}`);
    await open(page, 'Talk: Parking');
    expect(await page.getByLabel('What to talk about').isEditable()).toBe(false);
    for (const name of [/^Move/, /^More for/, 'Save', 'Add section', 'Add branch']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.getByRole('tab', { name: 'Settings' }).click();
    expect(await page.getByLabel('Maximum minutes').isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
    await go('/agents/new');
    await page.getByText('Your role does not allow this').waitFor();
  });

  test('another company’s agent is not found', async () => {
    const id = await newAgent();
    const { page, go } = await services.signIn('owner', {
      company: await services.service.newCompany(),
    });
    await go(`/agents/${id}`);
    await page.getByText('Not found').waitFor();
    expect(await page.getByText('Grace').count()).toBe(0);
  });

  test('the agent pages are accessible, in light and dark, on desktop and phone', async () => {
    const id = await newAgent();
    const isThere = (text: string) => (page: Page) => page.getByText(text).first().waitFor();
    await expectAccessible(services, [
      { name: 'agents', path: '/agents', ready: isThere('Custom flow') },
      { name: 'new-agent', path: '/agents/new', ready: isThere('Reference check') },
      { name: 'flow', path: `/agents/${id}`, ready: isThere('Say where one can park.') },
      { name: 'settings', path: `/agents/${id}?tab=settings`, ready: isThere('Add document') },
      { name: 'try', path: `/agents/${id}?tab=try`, ready: isThere('Start call') },
    ]);
  });
});
