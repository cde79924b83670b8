import { Fragment } from 'react';
import type { Flow } from '../../../flow/flow.model.ts';
import { FLOW, type Place } from '../../../flow/flow-tree.ts';
import { AddSection } from './add-section.tsx';
import { MessageCard } from './message-card.tsx';
import { SectionCard } from './section-card.tsx';
import type { RenderList, SectionListProps } from './section-list-props.ts';
import { Slot } from './slot.tsx';

/** A flow to be read from top to bottom, as the call goes. */
export function Outline({ flow }: { readonly flow: Flow }) {
  return (
    <div className="flex flex-col">
      <MessageCard message={flow.firstMessage} kind="first" />
      <SectionList owner={FLOW} sections={flow.sections} depth={1} />
      <MessageCard message={flow.lastMessage} kind="last" />
    </div>
  );
}

/** The same at every drawing, so that sections that are the same need none. */
const renderList: RenderList = (list) => <SectionList {...list} />;

/** The sections of a flow or of a branch. */
function SectionList({ owner, sections, depth }: SectionListProps) {
  const placeAt = (index: number): Place => ({ owner, kind: 'sections', index });
  return (
    <div className="flex flex-col">
      {sections.map((section, index) => (
        <Fragment key={section.id}>
          <Slot place={placeAt(index)} />
          <SectionCard section={section} depth={depth} owner={owner} index={index} renderList={renderList} />
        </Fragment>
      ))}
      <Slot place={placeAt(sections.length)} />
      <div className="pb-2">
        <AddSection place={placeAt(sections.length)} depth={depth} />
      </div>
    </div>
  );
}
