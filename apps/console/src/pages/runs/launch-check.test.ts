import { expect, test, vi } from 'vitest';
import type { FlowDocument } from '../../flow/flow-document.ts';
import { checkLaunch, findingPlace, gathered } from './launch-check.ts';

test('a preflight problem that many contacts have is shown once, with a count', () => {
  const message = 'The contact has no phone number';
  expect(
    gathered([
      { severity: 'warning', contactId: 'a', message },
      { severity: 'warning', contactId: 'b', message },
      { severity: 'error', contactId: 'c', message: 'Asked never to be called' },
    ]),
  ).toEqual([
    { severity: 'error', contactId: 'c', message: 'Asked never to be called', count: 1 },
    { severity: 'warning', contactId: 'a', message, count: 2 },
  ]);
});

test('a preflight problem of the agent is shown once, however many batches were checked', () => {
  const problem = { severity: 'error' as const, path: 'flow.sections[0]', message: 'Is never reached' };
  expect(gathered([problem, problem])).toEqual([{ ...problem, count: 1 }]);
});

test('the launch check asks about every version of the run, not about the published agent', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address.includes('/preflight')) asked.push(JSON.parse(String(body)));
    const answer = address.includes('/contacts')
      ? { data: [{ contactId: 'ada' }], total: 1, totalPages: 1 }
      : address.includes('/preflight')
        ? { contacts: { total: 1, callable: asked.length - 1 }, problems: [] }
        : { agent: { flow: null } };
    return Response.json(answer);
  });
  const versions = ['one', 'two'].map((versionId) => ({ versionId, weight: 1 }));
  const check = await checkLaunch({ id: 'run', agentId: 'agent', versions }, new AbortController().signal);
  vi.unstubAllGlobals();
  expect(asked).toEqual(['one', 'two'].map((versionId) => ({ contactIds: ['ada'], versionId })));
  expect(check).toMatchObject({ attached: 1, callable: 0 });
});

const flow: FlowDocument = {
  firstMessage: { type: 'first_message', text: 'Hello.' },
  sections: [
    { type: 'looping', title: 'Basics', questions: [{ question: 'Where?', key: 'city' }] },
    {
      type: 'conditional',
      title: 'By car',
      branches: [
        {
          name: 'Drives',
          condition: { type: 'intent', description: 'Drives' },
          sections: [{ type: 'sequential', title: 'Parking', prompt: 'Say where.' }],
        },
      ],
      defaultBranch: 'Drives',
    },
  ],
  lastMessage: { type: 'last_message', text: 'Goodbye.' },
};

test.each([
  ['flow.firstMessage.text', 'First message'],
  ['flow.sections[0]', 'Basics'],
  ['flow.sections[0].questions[0].question', 'Question'],
  ['flow.sections[1].branches[0].condition.description', 'Drives'],
  ['flow.sections[1].branches[0].sections[0].prompt', 'Parking'],
  ['flow.sections', 'Flow'],
  ['guardrails.rules[0]', 'Rules'],
  ['analyticsConfig.extractionTargets[2]', 'Call analysis'],
  ['somethingNew.deep[3]', 'Settings'],
])('a preflight finding at %s is shown at "%s"', (path, place) => {
  expect(findingPlace(flow, path)).toBe(place);
});
