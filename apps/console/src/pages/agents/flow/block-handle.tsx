import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Block } from '../../../flow/flow.model.ts';
import { type Step, stepPlace } from '../../../flow/flow-step.ts';
import { blocksOf, locate, move } from '../../../flow/flow-tree.ts';
import { classNames } from '../../../kit/class-names.ts';
import { direction } from '../../../kit/direction.ts';
import { useBlockDrag } from './block-drag.ts';
import { useEditorTools } from './editor-context.ts';

const handleId = (id: string): string => `handle-${id}`;

/** Moves a block one step, as the keyboard and the menu do. */
export function useBlockStep({ id }: Block) {
  const { now, edit, announce } = useEditorTools();
  return {
    canStep: (step: Step) => stepPlace(blocksOf(now()), id, step) !== undefined,
    step: (step: Step) => {
      const place = stepPlace(blocksOf(now()), id, step);
      if (!place) return announce('It cannot go further');
      const moved = move(now(), id, place);
      edit((flow) => move(flow, id, place));
      const index = locate(moved, id)?.place.index ?? 0;
      announce(
        `Moved ${step === 'in' ? 'into the branch, ' : step === 'out' ? 'out of the branch, ' : ''}to place ${index + 1}`,
      );
      // Another list is another element: the focus goes with the block.
      requestAnimationFrame(() => document.getElementById(handleId(id))?.focus());
    },
  };
}

const arrows: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down' };

/** What a block is dragged by; with the focus on it, arrows move the block. */
export function BlockHandle({ block, name }: { readonly block: Block; readonly name: string }) {
  const { isDragging, handle } = useBlockDrag(block);
  const { step } = useBlockStep(block);
  const onKey = (event: KeyboardEvent) => {
    const [inward, outward] =
      direction() === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const way = event.key === inward ? 'in' : event.key === outward ? 'out' : arrows[event.key];
    if (way === undefined) return;
    event.preventDefault();
    step(way);
  };
  return (
    <button
      type="button"
      id={handleId(block.id)}
      aria-label={`Move ${name}`}
      title="Drag, or move with the arrow keys"
      onKeyDown={onKey}
      {...handle}
      className={classNames(
        'grid h-7 w-5 shrink-0 touch-none place-items-center rounded text-soft hover:bg-hover hover:text-ink',
        isDragging ? 'cursor-grabbing bg-hover' : 'cursor-grab',
      )}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}
