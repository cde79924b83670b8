import { MAX_DEPTH } from '@parley/contract/flow.ts';
import { GitBranch, ListChecks, MessageSquareText, PhoneForwarded, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SectionType } from '../../../flow/flow.model.ts';
import { newSection } from '../../../flow/flow-block.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { Button } from '../../../kit/button.tsx';
import { freshId } from '../../../kit/fresh-id.ts';
import { Menu, type MenuItem } from '../../../kit/menu.tsx';
import { type EditorTools, useEditorTools } from './editor-context.ts';

export const sectionIcons: Readonly<Record<SectionType, ReactNode>> = {
  sequential: <MessageSquareText size={14} aria-hidden />,
  looping: <ListChecks size={14} aria-hidden />,
  conditional: <GitBranch size={14} aria-hidden />,
  human_handoff: <PhoneForwarded size={14} aria-hidden />,
};

const kinds: readonly [type: SectionType, words: string][] = [
  ['sequential', 'Talk: as a prompt says'],
  ['looping', 'Ask: one question after the other'],
  ['conditional', 'Decide: take one of several branches'],
  ['human_handoff', 'Hand off: to a person'],
];

/** The sections that can be put at a place, as entries of a menu. */
export const newSections = (
  { edit, select }: Pick<EditorTools, 'edit' | 'select'>,
  place: Place,
  depth: number,
): readonly MenuItem[] =>
  kinds
    .filter(([type]) => type !== 'conditional' || depth < MAX_DEPTH)
    .map(([type, words]) => ({
      words,
      icon: sectionIcons[type],
      onChoose: () => {
        const section = newSection(type, freshId);
        edit((flow) => insert(flow, place, section));
        select(section.id);
      },
    }));

export function AddSection({ place, depth }: { readonly place: Place; readonly depth: number }) {
  const tools = useEditorTools();
  if (tools.isReadOnly) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button look="quiet" size="small" icon={<Plus size={14} aria-hidden />}>
          Add section
        </Button>
      }
      items={() => newSections(tools, place, depth)}
    />
  );
}
