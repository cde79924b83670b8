import { authored } from '../../filled-text.ts';
import type { CallPlan, PlanSection } from '../../plan.ts';

/** What the flow itself says out loud: nobody can be blamed for saying it again. */
export const spokenTexts = (plan: CallPlan): string[] => [
  plan.firstMessage.text,
  plan.lastMessage.text,
  ...plan.sections.flatMap(spokenIn),
];

function spokenIn(section: PlanSection): string[] {
  switch (section.type) {
    case 'looping':
      return section.questions.map(({ text }) => text);
    case 'conditional':
      return section.branches.flatMap(({ sections }) => sections.flatMap(spokenIn));
    case 'human_handoff':
      return section.message === undefined ? [] : [section.message];
    case 'sequential':
      return [];
  }
}

/** The author's instructions, and the titles of sections. */
export const instructionTexts = (plan: CallPlan): string[] => [
  plan.company.name,
  plan.agent.name,
  `${plan.durationMinutes}`,
  ...plan.prompt.filter(({ kind }) => kind === 'instruction').map(({ text }) => text),
  ...plan.sections.flatMap(instructionsIn),
];

/** All of that as its author wrote it, who answers for it: what the contact put into it is the contact's. */
export const authoredTexts = (plan: CallPlan): string[] =>
  [...spokenTexts(plan), ...instructionTexts(plan)].map((text) => authored(text, plan));

/** What is known of the contact, from them or from the API. */
export const contactTexts = ({ contact, prompt, filled = [] }: CallPlan): string[] => [
  `${contact.firstName} ${contact.lastName}`,
  ...prompt.filter(({ kind }) => kind === 'data').map(({ text }) => text),
  ...filled.filter(({ isOfContact }) => isOfContact).map(({ text }) => text),
];

function instructionsIn(section: PlanSection): string[] {
  switch (section.type) {
    case 'sequential':
      return [section.prompt];
    case 'conditional':
      return section.branches.flatMap(({ sections }) => sections.flatMap(instructionsIn));
    case 'human_handoff':
      return section.destinations.flatMap(({ label }) => label ?? []);
    case 'looping':
      return [];
  }
}
