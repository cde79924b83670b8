import type { ReactNode } from 'react';
import type { Section } from '../../../flow/flow.model.ts';

export interface SectionListProps {
  /** The branch that they stand in, or the flow. */
  readonly owner: string;
  readonly sections: readonly Section[];
  readonly depth: number;
}

/** Sections stand in branches, and branches in sections: the list is handed down, so that no file needs itself. */
export type RenderList = (list: SectionListProps) => ReactNode;
