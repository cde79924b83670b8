import { comparisonWords } from '@parley/kernel/condition-words.ts';
import { type Condition, type Flow, needsValue, type Section, type SectionType } from './flow.model.ts';
import { locate } from './flow-tree.ts';

export const sectionWords: Readonly<Record<SectionType, string>> = {
  sequential: 'Talk',
  looping: 'Ask',
  conditional: 'Decide',
  human_handoff: 'Hand off',
};

/** The title of a section, in one line. */
export function titleOf(section: Section): string {
  if (section.title.trim() !== '') return section.title.trim();
  switch (section.type) {
    case 'sequential':
      return firstLine(section.prompt) || 'Talk about…';
    case 'looping':
      return firstLine(section.questions[0]?.question ?? '') || 'Ask…';
    case 'conditional':
      return section.branches.map(({ name }) => name.trim() || '…').join(' or ') || 'Decide…';
    case 'human_handoff':
      return section.destinations.length > 1 ? 'Hand off to one of several' : 'Hand off to a person';
  }
}

export function conditionWords({ type, description, field, operator, value }: Condition): string {
  if (type === 'intent') return firstLine(description) || 'the person says…';
  return comparisonWords(field, operator, needsValue(operator) ? value.trim() || '…' : '');
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

/** Truncates a text. */
export function cut(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters
    ? text
    : `${all
        .slice(0, letters - 1)
        .join('')
        .trimEnd()}…`;
}

/** The name of a block in the editor; empty if it does not exist. */
export function blockName(flow: Flow, blockId: string): string {
  if (flow.firstMessage.id === blockId) return 'First message';
  if (flow.lastMessage.id === blockId) return 'Last message';
  const block = locate(flow, blockId)?.block;
  if (!block) return '';
  if ('condition' in block) return block.name.trim() === '' ? 'Branch' : block.name;
  return 'type' in block ? titleOf(block) : 'Question';
}
