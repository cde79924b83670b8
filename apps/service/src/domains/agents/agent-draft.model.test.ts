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

test('two agents made from the same properties have the same ids', () => {
  expect(draftAgent(properties)).toEqual(draftAgent(structuredClone(properties)));
});

test('an agent as the API returns it can be sent back unchanged', () => {
  const agent = draftAgent(properties);
  const record = JSON.parse(JSON.stringify({ ...viewAgent(agent) }));
  expect(draftAgent(record)).toEqual(agent);
});

test.each([
  ['something that is not an object', null, 'body must be object'],
  ['an unknown property', { name: 'A', nam: 'B' }, 'nam'],
  [
    'an invalid calling window',
    { name: 'A', callingWindow: { days: ['MON'], start: '09:00', end: '09:00' } },
    'callingWindow',
  ],
])('an agent with %s is refused with a message that names the problem', (_, sent, named) => {
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
