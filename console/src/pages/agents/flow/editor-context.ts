import { createContext, useContext, useMemo } from 'react';
import type { ContactField } from '../../../api/catalog.ts';
import type { Block, Flow, Message } from '../../../flow/flow.model.ts';
import { change, type Located } from '../../../flow/flow-tree.ts';
import type { Trouble } from '../../../flow/flow-trouble.ts';
import type { EditFlow } from './flow-editor.ts';

export interface EditorDesk {
  readonly flow: Flow;
  /** Of the flow, each with where it stands. */
  readonly blocks: readonly Located[];
  readonly edit: EditFlow;
  readonly select: (id: string | undefined) => void;
  readonly selected: string | undefined;
  readonly troubles: readonly Trouble[];
  readonly fields: readonly ContactField[];
  readonly isReadOnly: boolean;
  /** Says what a move did to those who do not see it. */
  readonly announce: (words: string) => void;
}

const Context = createContext<EditorDesk | undefined>(undefined);
export const EditorProvider = Context.Provider;

export function useEditorDesk(): EditorDesk {
  const desk = useContext(Context);
  if (!desk) throw new Error('There is no flow here');
  return desk;
}

/** One block under somebody's hands. */
export function useBlock<B extends Block | Message>({ id }: B) {
  const { edit, select, selected, troubles } = useEditorDesk();
  const own = useMemo(() => troubles.filter(({ blockId }) => blockId === id), [troubles, id]);
  return {
    isSelected: selected === id,
    select: () => select(id),
    troubles: own,
    errorAt: (property: string): string | undefined => {
      const found = own.find((trouble) => trouble.severity === 'error' && trouble.property === property);
      return found && found.message.charAt(0).toUpperCase() + found.message.slice(1);
    },
    /** The mark joins what is typed into one field to one step of undo. */
    set: (changes: Partial<Omit<B, 'id'>>, mark?: string) =>
      edit((flow) => change<B>(flow, id, changes), mark && `${id}.${mark}`, id),
  };
}
