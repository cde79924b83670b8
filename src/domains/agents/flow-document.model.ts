import { Type } from 'typebox';
import { Named } from '../../http/schema.ts';
import type { Branch, Flow, Section } from './flow.model.ts';

/**
 * A flow in requests and replies. Its schema is open, because the grammar answers for it: what is wrong inside a
 * flow is a 422 that names the places, not a 400.
 */

const description = `What the agent does, in order. An agent with a flow is a custom agent: it has no \`focus\` and needs no job. Ids and \`schemaVersion\` are assigned; a block that is sent back with its \`id\` keeps it. \`{{contact.<key>}}\` in a text is the contact's value.

\`firstMessage\` \`{type: "first_message", text}\` is required, \`lastMessage\` \`{type: "last_message", text}\` is not. \`sections\` has at least one of:

- \`{type: "sequential", title?, prompt}\`: talks as the prompt says.
- \`{type: "looping", title?, questions}\`: asks. A question is \`{question, idealAnswer?, importance?, weight?, key?}\`; \`importance\` (\`REQUIRED\`, \`HIGH\`, \`MEDIUM\`, \`LOW\`) or \`weight\` (0 to 100) opts it into scoring, which needs an \`idealAnswer\`. That is never spoken.
- \`{type: "conditional", title?, branches, defaultBranch?}\`: takes the first branch whose condition holds, else the one that \`defaultBranch\` names, else none. A branch is \`{name, condition, sections}\`.
- \`{type: "human_handoff", title?, message?, phoneNumber}\`: passes the call to a person. In place of the number it may have \`destinations\` \`[{label, phoneNumber}]\`, of which the agent chooses by label.

A condition is \`{type: "intent", description}\` or \`{type: "expression", field, operator, value}\`. The \`field\` is \`contact.<key>\`, \`job.<property>\` or \`answer.<question key>\`; the \`operator\` is \`EXISTS\` or \`NOT_EXISTS\`, which need no \`value\`, \`EQUALS\`, \`NOT_EQUALS\`, \`CONTAINS\`, \`GREATER_THAN\`, \`LESS_THAN\` or \`IN\`.

Sections nest at most 5 deep; a flow has at most 200 sections, branches and questions in all.`;

const example = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is an AI assistant calling about your application.',
  },
  sections: [
    {
      type: 'looping',
      title: 'Basics',
      questions: [
        {
          question: 'Are you still interested in the position?',
          idealAnswer: 'Yes',
          importance: 'REQUIRED',
          key: 'interest',
        },
        { question: 'When could you start?' },
      ],
    },
    {
      type: 'conditional',
      branches: [
        {
          name: 'Not interested',
          condition: { type: 'intent', description: 'The person is no longer interested.' },
          sections: [{ type: 'sequential', prompt: 'Ask kindly for the reason and thank them.' }],
        },
        {
          name: 'Interested',
          condition: { type: 'expression', field: 'answer.interest', operator: 'EXISTS' },
          sections: [{ type: 'human_handoff', phoneNumber: '+15005550000' }],
        },
      ],
      defaultBranch: 'Interested',
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

const open = { type: 'object', additionalProperties: true };
export const FlowDocument = Named(
  'Flow',
  Type.Unsafe<Record<string, unknown>>({ ...open, description, example }),
);
export const FlowChange = Type.Unsafe<Record<string, unknown> | null>({
  ...open,
  type: ['object', 'null'],
  description:
    'As on creation: it takes the place of the `focus` or of the flow before. Null takes the flow away.',
});

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
