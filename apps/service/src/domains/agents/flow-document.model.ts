import type { Branch, Flow, Section } from './flow.model.ts';

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
