import type { Flow, Section } from '../agents/flow.model.ts';

/** A section that asks questions. */
export interface AskingSection {
  readonly sectionId: string;
  readonly title: string;
  readonly questions: readonly { readonly id: string; readonly question: string }[];
}

/** Those of some versions of a flow, in its order; a section that several versions have is one, with all its questions. */
export function askingSections(flows: readonly Flow[]): AskingSection[] {
  const sections = new Map<string, AskingSection>();
  const visit = (section: Section): void => {
    if (section.type === 'conditional')
      for (const branch of section.branches) for (const inner of branch.sections) visit(inner);
    if (section.type !== 'looping') return;
    const before = sections.get(section.id)?.questions ?? [];
    const added = section.questions.filter(({ id }) => !before.some((one) => one.id === id));
    sections.set(section.id, {
      sectionId: section.id,
      title: section.title ?? section.questions[0]?.question ?? '',
      questions: [...before, ...added.map(({ id, question }) => ({ id, question }))],
    });
  };
  for (const { sections: own } of flows) for (const section of own) visit(section);
  return [...sections.values()];
}
