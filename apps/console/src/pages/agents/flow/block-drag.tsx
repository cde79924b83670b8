import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { direction } from '../../../components/menu.tsx';
import type { Block } from '../../../flow/flow.model.ts';
import {
  blocksOf,
  canMove,
  locate,
  move,
  type Place,
  type Step,
  stepPlace,
} from '../../../flow/flow-tree.ts';
import { useEditorTools } from './editor-context.ts';

/** The data attributes of a drop target. */
const slotOf = ({ owner, kind, index }: Place): string => `${kind}/${index}/${owner}`;

function placeOf(slot: string): Place {
  const [kind = '', index = '0', ...owner] = slot.split('/');
  return { kind: kind as Place['kind'], index: Number(index), owner: owner.join('/') };
}

const EDGE_PX = 60;
const SCROLL_PX = 14;

/** Moves a block by touch or mouse: the nearest valid drop target is marked. */
function useBlockDrag(block: Block) {
  const { now, edit } = useEditorTools();
  const [isDragging, setDragging] = useState(false);

  const nearest = (event: PointerEvent): HTMLElement | undefined => {
    const from = locate(now(), block.id);
    if (!from) return undefined;
    const slots = [...document.querySelectorAll<HTMLElement>('[data-slot]')].filter((slot) =>
      canMove(from, placeOf(slot.dataset.slot ?? '')),
    );
    const distance = (slot: HTMLElement): number => {
      const { top, bottom, left, right } = slot.getBoundingClientRect();
      const across = Math.max(left - event.clientX, 0, event.clientX - right);
      return Math.abs((top + bottom) / 2 - event.clientY) + across;
    };
    return slots.sort((one, other) => distance(one) - distance(other))[0];
  };
  const mark = (slot: HTMLElement | undefined) => {
    for (const marked of document.querySelectorAll<HTMLElement>('[data-slot][data-aim]'))
      if (marked !== slot) delete marked.dataset.aim;
    if (slot) slot.dataset.aim = '';
  };
  const end = (event: PointerEvent, isDropped: boolean) => {
    if (!isDragging) return;
    const slot = isDropped ? nearest(event) : undefined;
    mark(undefined);
    setDragging(false);
    if (slot?.dataset.slot === undefined) return;
    const place = placeOf(slot.dataset.slot);
    edit((flow) => move(flow, block.id, place));
  };
  return {
    isDragging,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!isDragging) return;
        mark(nearest(event));
        scrollAtEdge(event);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
  };
}

/** Dragging to the edge of the window scrolls. */
function scrollAtEdge(event: PointerEvent<HTMLElement>): void {
  const scroller = scrollerOf(event.currentTarget);
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (event.clientY < top + EDGE_PX) scroller.scrollBy(0, -SCROLL_PX);
  if (event.clientY > bottom - EDGE_PX) scroller.scrollBy(0, SCROLL_PX);
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let above = element.parentElement; above; above = above.parentElement) {
    const isScrolling = above.scrollHeight > above.clientHeight;
    if (isScrolling && getComputedStyle(above).overflowY === 'auto') return above;
  }
  return undefined;
}

const handleId = (id: string): string => `handle-${id}`;

/** Moves a block one step, as the keyboard and the menu do. */
export function useBlockStep({ id }: Block) {
  const { now, edit, announce } = useEditorTools();
  return {
    canStep: (step: Step) => stepPlace(blocksOf(now()), id, step) !== undefined,
    step: (step: Step) => {
      const place = stepPlace(blocksOf(now()), id, step);
      if (!place) return announce('Cannot move further');
      const moved = move(now(), id, place);
      edit((flow) => move(flow, id, place));
      const index = locate(moved, id)?.place.index ?? 0;
      announce(
        `Moved ${step === 'in' ? 'into the branch, ' : step === 'out' ? 'out of the branch, ' : ''}to position ${index + 1}`,
      );
      // The block is a new element in another list: move the focus to it.
      requestAnimationFrame(() => document.getElementById(handleId(id))?.focus());
    },
  };
}

const arrows: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down' };

/** The drag handle of a block; arrow keys move the block. */
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

/** A drop target. */
export function Slot({ place }: { readonly place: Place }) {
  return (
    <div data-slot={slotOf(place)} aria-hidden className="my-0.5 h-1.5 rounded-full data-aim:bg-accent" />
  );
}
