import type { Place } from '../../../flow/flow-tree.ts';
import { slotOf } from './block-drag.ts';

/** Where something that is dragged may be put. */
export function Slot({ place }: { readonly place: Place }) {
  return (
    <div data-slot={slotOf(place)} aria-hidden className="my-0.5 h-1.5 rounded-full data-aim:bg-accent" />
  );
}
