import type { Agent } from './agent.model.ts';
import type { Flow, Section } from './flow.model.ts';

/** A text of an agent, and where it stands. */
export interface Text {
  readonly path: string;
  readonly text: string;
  readonly isHandoff?: boolean;
  readonly isPrompt?: boolean;
}

/** Every text of a flow that is said or told to the dialogue model. */
export const textsOf = (flow: Flow): Text[] => [
  { path: 'flow.firstMessage.text', text: flow.firstMessage.text },
  ...flow.sections.flatMap((section, index) => textsIn(section, `flow.sections[${index}]`)),
  ...(flow.lastMessage ? [{ path: 'flow.lastMessage.text', text: flow.lastMessage.text }] : []),
];

function textsIn(section: Section, path: string): Text[] {
  switch (section.type) {
    case 'sequential':
      return [{ path: `${path}.prompt`, text: section.prompt, isPrompt: true }];
    case 'looping':
      return section.questions.map(({ question }, index) => ({
        path: `${path}.questions[${index}].question`,
        text: question,
      }));
    case 'human_handoff':
      return [{ path: `${path}.message`, text: section.message ?? '', isHandoff: true }];
    case 'conditional':
      return section.branches.flatMap(({ condition, sections }, index) => {
        const place = `${path}.branches[${index}]`;
        return [
          ...(condition.type === 'intent'
            ? [{ path: `${place}.condition.description`, text: condition.description }]
            : []),
          ...sections.flatMap((inner, at) => textsIn(inner, `${place}.sections[${at}]`)),
        ];
      });
  }
}

/** With the instructions, the message for voicemail and the guardrails. */
export const allTexts = (agent: Pick<Agent, 'flow' | 'instructions' | 'settings'>): Text[] => [
  ...(agent.flow === null ? [] : textsOf(agent.flow)),
  { path: 'instructions', text: agent.instructions ?? '' },
  { path: 'voicemail.message', text: agent.settings.voicemail.message ?? '' },
  ...(['rules', 'forbiddenTopics'] as const).flatMap((list) =>
    agent.settings.guardrails[list].map((text, index) => ({ path: `guardrails.${list}[${index}]`, text })),
  ),
];
