import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ContactField } from '../../../api/catalog.ts';
import type { Block, Flow, Message, Section } from '../../../flow/flow.model.ts';
import { change, type FlowProblem } from '../../../flow/flow-tree.ts';
import type { EditFlow } from './flow-editor.ts';

/**
 * Values that do not change while the user types, so that components that need only these do not render at every
 * letter.
 */
export interface EditorTools {
  /** Returns the current flow. */
  readonly now: () => Flow;
  readonly edit: EditFlow;
  readonly select: (id: string | undefined) => void;
  readonly fields: readonly ContactField[];
  readonly isReadOnly: boolean;
  /** Announces a move to screen readers. */
  readonly announce: (words: string) => void;
}

/** The selected block. */
export interface EditorView {
  readonly selected: string | undefined;
  readonly problems: readonly FlowProblem[];
}

const Tools = createContext<EditorTools | undefined>(undefined);
const View = createContext<EditorView>({ selected: undefined, problems: [] });
export const ToolsProvider = Tools.Provider;
export const ViewProvider = View.Provider;

export function useEditorTools(): EditorTools {
  const tools = useContext(Tools);
  if (!tools) throw new Error('There is no flow here');
  return tools;
}

export const useEditorView = (): EditorView => useContext(View);

/** One block in the editor. */
export function useBlock<B extends Block | Message>({ id }: B) {
  const { edit } = useEditorTools();
  const { selected, problems } = useEditorView();
  const own = useMemo(() => problems.filter(({ blockId }) => blockId === id), [problems, id]);
  return {
    isSelected: selected === id,
    problems: own,
    errorAt: (property: string): string | undefined => {
      const found = own.find((problem) => problem.severity === 'error' && problem.property === property);
      return found && found.message.charAt(0).toUpperCase() + found.message.slice(1);
    },
    /** The mark makes typing in one field a single undo step. */
    set: (changes: Partial<Omit<B, 'id'>>, mark?: string) =>
      edit((flow) => change<B>(flow, id, changes), mark && `${id}.${mark}`, id),
  };
}

export interface SectionListProps {
  /** The branch that contains them, or the flow. */
  readonly owner: string;
  readonly sections: readonly Section[];
  readonly depth: number;
}

/** Sections contain branches, and branches contain sections: the list is passed down to avoid circular imports. */
export type RenderList = (list: SectionListProps) => ReactNode;
