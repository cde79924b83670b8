import { Described } from '@parley/contract/schema.ts';
import type { TSchema } from 'typebox';
import type { Branch, Flow, Section } from './flow.model.ts';
import { MAX_BLOCKS, MAX_DEPTH, sentFlow, shownFlow } from './flow-schema.model.ts';

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
        { ...block(), question: 'When could you start?' },
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
  description:
    'As on creation: it takes the place of the `focus` or of the flow before. Null takes the flow away.',
};

type AnyFlow = Record<string, unknown>;
const open = { type: 'object', additionalProperties: true };
export const FlowDocument = Described<AnyFlow>(open, () => SentFlow);
export const FlowView = Described<AnyFlow>(open, () => ShownFlow);
export const FlowChange = Described<AnyFlow | null>({ ...open, type: ['object', 'null'] }, () => FlowChanges);

/** The ids that the service gave the blocks of a flow. */
export function idsOf(flow: Flow): Set<string> {
  const inSections = (sections: readonly Section[]): string[] => sections.flatMap(inSection);
  const inSection = (section: Section): string[] => {
    if (section.type === 'looping') return [section.id, ...section.questions.map(({ id }) => id)];
    if (section.type !== 'conditional') return [section.id];
    return [section.id, ...section.branches.flatMap((branch) => [branch.id, ...inSections(branch.sections)])];
  };
  const messages = [flow.firstMessage.id, ...(flow.lastMessage ? [flow.lastMessage.id] : [])];
  return new Set([...messages, ...inSections(flow.sections)]);
}

/** As a client wrote it: a single unnamed destination of a handoff is its phoneNumber. */
export const viewFlow = (flow: Flow): Record<string, unknown> => ({
  ...flow,
  sections: flow.sections.map(viewSection),
});

function viewSection(section: Section): object {
  if (section.type === 'conditional') {
    return { ...section, branches: section.branches.map(viewBranch) };
  }
  if (section.type !== 'human_handoff') return section;
  const { destinations, ...rest } = section;
  const [first] = destinations;
  return destinations.length === 1 && first?.label === undefined
    ? { ...rest, phoneNumber: first?.phoneNumber }
    : section;
}

const viewBranch = (branch: Branch): object => ({ ...branch, sections: branch.sections.map(viewSection) });
