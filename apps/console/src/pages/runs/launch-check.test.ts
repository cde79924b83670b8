import { expect, test } from 'vitest';
import type { FlowDocument } from '../../flow/flow-document.ts';
import { findingPlace, gathered } from './launch-check.ts';

test('the same problem of many contacts is reported once, with a count', () => {
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

test('a problem of the agent is reported once, however many batches were checked', () => {
  const problem = { severity: 'error' as const, path: 'flow.sections[0]', message: 'Is never reached' };
  expect(gathered([problem, problem])).toEqual([{ ...problem, count: 1 }]);
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
])('a finding at %s is shown at "%s"', (path, place) => {
  expect(findingPlace(flow, path)).toBe(place);
});
