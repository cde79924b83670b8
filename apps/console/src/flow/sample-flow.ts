import type { Flow } from './flow.model.ts';
import { type FlowDocument, readFlow } from './flow-document.ts';

/** For tests: a flow as the service returns it, with a question and two branches. */
export const sampleDocument: FlowDocument = {
  firstMessage: { id: 'first', type: 'first_message', text: 'Hello {{contact.first_name}}, I am an AI.' },
  sections: [
    {
      id: 'ask',
      type: 'looping',
      title: 'Basics',
      questions: [
        {
          id: 'q1',
          question: 'Are you interested?',
          idealAnswer: 'Yes',
          importance: 'REQUIRED',
          key: 'interest',
        },
        { id: 'q2', question: 'When could you start?', weight: 30, answer: { type: 'date' } },
      ],
    },
    {
      id: 'decide',
      type: 'conditional',
      branches: [
        {
          id: 'no',
          name: 'Not interested',
          condition: { type: 'intent', description: 'The person is not interested.' },
          sections: [{ id: 'why', type: 'sequential', prompt: 'Ask for the reason.' }],
        },
        {
          id: 'yes',
          name: 'Interested',
          condition: { type: 'expression', field: 'answer.interest', operator: 'IN', value: ['yes', 'sure'] },
          sections: [{ id: 'hand', type: 'human_handoff', phoneNumber: '+15005550000' }],
        },
      ],
      defaultBranch: 'Interested',
    },
    { id: 'talk', type: 'sequential', prompt: 'Tell them what comes next.' },
  ],
  lastMessage: { id: 'last', type: 'last_message', text: 'Goodbye!' },
};

/** Ids in ascending order. */
export const countingIds = () => {
  let count = 0;
  return () => `new-${++count}`;
};

export const sampleFlow = (): Flow => readFlow(sampleDocument, countingIds());
