import { expect, test, vi } from 'vitest';
import type { FlowDocument } from '../../flow/flow-document.ts';
import { checkLaunch, findingPlace, gathered } from './launch-check.ts';

const numberless = { severity: 'error' as const, contactId: 'a', message: 'The contact has no phone number' };
const asked: unknown[] = [];

/** Checks a run of so many contacts, one of whom fewer can be called by each further version. */
async function check(total: number, versionIds: readonly string[] = []) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const isPreflight = address.includes('/preflight');
    asked.push(isPreflight ? JSON.parse(String(body)) : 'flow');
    const contacts = asked.filter((one) => one !== 'flow').length;
    const answer = isPreflight
      ? { contacts: { total, callable: total - contacts }, problems: [{ ...numberless, contacts }] }
      : { flow: null, agent: { flow: null } };
    return Response.json(answer);
  });
  const versions = versionIds.map((versionId) => ({ versionId, weight: 1 }));
  const found = await checkLaunch({ id: 'run', agentId: 'agent', versions }, new AbortController().signal);
  vi.unstubAllGlobals();
  return found;
}

test('the launch check of 10,000 contacts is one preflight that looks at all of them', async () => {
  const found = await check(10_000);
  expect(asked).toEqual(['flow', { runId: 'run' }]);
  expect(found).toMatchObject({ attached: 10_000, callable: 9_999 });
});

test('the launch check asks about every version of the run, not about the published agent', async () => {
  const found = await check(10, ['one', 'two']);
  expect(asked.filter((one) => one !== 'flow')).toEqual([
    { runId: 'run', versionId: 'one' },
    { runId: 'run', versionId: 'two' },
  ]);
  expect(found).toMatchObject({ attached: 10, callable: 8 });
});

test('a preflight problem of several versions is shown once, with the contacts of the version that has most', async () => {
  const { problems } = await check(10, ['one', 'two']);
  expect(problems).toEqual([{ ...numberless, contacts: 1, count: 2, place: undefined }]);
});

test('errors of a preflight come before its warnings, and those of the agent count once', () => {
  const unreached = { severity: 'warning' as const, path: 'flow.sections[0]', message: 'Is never reached' };
  expect(gathered([unreached, { ...numberless, contacts: 12 }, unreached])).toEqual([
    { ...numberless, contacts: 12, count: 12 },
    { ...unreached, count: 1 },
  ]);
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
