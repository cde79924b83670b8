import { type Failure, sentenceOf } from '@parley/kernel/failure.ts';
import { expect, test } from 'vitest';
import { viewAgent } from './agent.model.ts';
import { draftAgent } from './agent-draft.model.ts';

const properties = {
  name: 'Survey',
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello.' },
    sections: [{ type: 'looping', questions: [{ question: 'How are you?', key: 'mood' }] }],
  },
};

test('the same properties give the same agent with the same ids', () => {
  expect(draftAgent(properties)).toEqual(draftAgent(structuredClone(properties)));
});

test('an agent as returned by the API is accepted unchanged', () => {
  const agent = draftAgent(properties);
  const record = JSON.parse(JSON.stringify({ ...viewAgent(agent) }));
  expect(draftAgent(record)).toEqual(agent);
});

test.each([
  ['something that is not an object', null, 'body must be object'],
  ['an unknown property', { name: 'A', nam: 'B' }, 'nam'],
  [
    'an invalid window',
    { name: 'A', callingWindow: { days: ['MON'], start: '09:00', end: '09:00' } },
    'callingWindow',
  ],
])('%s is refused with the reason', (_, sent, named) => {
  let refusal: unknown;
  try {
    draftAgent(sent);
  } catch (error) {
    refusal = error;
  }
  const { errors = [] } = (refusal as Failure).details;
  expect(errors.map(sentenceOf)).toEqual([expect.stringContaining(named)]);
});

test('every mistake in a flow is reported with its path', () => {
  const flow = { ...properties.flow, sections: [{ type: 'looping', questions: [] }, { type: 'dance' }] };
  expect(() => draftAgent({ name: 'A', flow })).toThrow(
    expect.objectContaining({
      details: {
        errors: [
          expect.objectContaining({ path: 'flow.sections[0].questions' }),
          expect.objectContaining({ path: 'flow.sections[1].type' }),
        ],
      },
    }),
  );
});
