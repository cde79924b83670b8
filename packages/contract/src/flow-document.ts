import type { TSchema } from 'typebox';
import { MAX_BLOCKS, MAX_DEPTH, sentFlow, shownFlow } from './flow.ts';
import { Described } from './schema.ts';

/**
 * A flow in requests and replies. Requests are held against an open object, because the grammar answers for the
 * rest: what is wrong inside a flow is a 422 that names the places, not a 400.
 */

const about = `What the agent does, in order. An agent with a flow is a custom agent: it has no \`focus\` and needs no job. \`{{contact.<key>}}\` in a text is the contact's value.

Sections nest at most ${MAX_DEPTH} deep; a flow has at most ${MAX_BLOCKS} sections, branches and questions in all.`;

/** An example, each block with what `block` adds to it. */
const example = (block: () => { readonly id?: string }) => ({
  firstMessage: {
    ...block(),
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is an AI assistant calling about your application.',
  },
  sections: [
    {
      ...block(),
      type: 'looping',
      title: 'Basics',
      questions: [
        {
          ...block(),
          question: 'Are you still interested in the position?',
          idealAnswer: 'Yes',
          importance: 'REQUIRED',
          key: 'interest',
        },
        { ...block(), question: 'When could you start?', answer: { type: 'date' } },
      ],
    },
    {
      ...block(),
      type: 'conditional',
      branches: [
        {
          ...block(),
          name: 'Not interested',
          condition: { type: 'intent', description: 'The person is no longer interested.' },
          sections: [{ ...block(), type: 'sequential', prompt: 'Ask kindly for the reason and thank them.' }],
        },
        {
          ...block(),
          name: 'Interested',
          condition: { type: 'expression', field: 'answer.interest', operator: 'EXISTS' },
          sections: [{ ...block(), type: 'human_handoff', phoneNumber: '+15005550000' }],
        },
      ],
      defaultBranch: 'Interested',
    },
  ],
  lastMessage: { ...block(), type: 'last_message', text: 'Thank you for your time. Goodbye!' },
});

function exampleIds() {
  let last = 0;
  return () => ({ id: `01957a2e-7c00-7000-8000-${String(++last).padStart(12, '0')}` });
}

const SentFlow: TSchema = {
  ...sentFlow.flow,
  description: `${about} Ids and \`schemaVersion\` are assigned; a block that is sent back with its \`id\` keeps it.`,
  example: example(() => ({})),
};
const ShownFlow: TSchema = {
  ...shownFlow.flow,
  description: about,
  example: { schemaVersion: 1, ...example(exampleIds()) },
};
const FlowChanges: TSchema = {
  anyOf: [SentFlow, { type: 'null' }],
  description: 'As on creation: it replaces the `focus` or the previous flow. Null removes the flow.',
};

type AnyFlow = Record<string, unknown>;
const open = { type: 'object', additionalProperties: true };
export const FlowDocument = Described<AnyFlow>(open, () => SentFlow);
export const FlowView = Described<AnyFlow>(open, () => ShownFlow);
export const FlowChange = Described<AnyFlow | null>({ ...open, type: ['object', 'null'] }, () => FlowChanges);
