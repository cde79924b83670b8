import { Flag, Phone } from 'lucide-react';
import { Fragment, memo } from 'react';
import type { Flow, Message } from '../../../flow/flow.model.ts';
import { FLOW, type Place } from '../../../flow/flow-tree.ts';
import { Slot } from './block-drag.tsx';
import { BlockFrame } from './block-frame.tsx';
import { type RenderList, type SectionListProps, useBlock } from './editor-context.ts';
import { AddSection, SectionCard } from './section-card.tsx';
import { TokenArea } from './token-area.tsx';

/** The flow as a list, in the order of the call. */
export function Outline({ flow }: { readonly flow: Flow }) {
  return (
    <div className="flex flex-col">
      <MessageCard message={flow.firstMessage} kind="first" />
      <SectionList owner={FLOW} sections={flow.sections} depth={1} />
      <MessageCard message={flow.lastMessage} kind="last" />
    </div>
  );
}

/** Stable, so that unchanged sections do not render again. */
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

const texts = {
  first: {
    name: 'First message',
    hint: 'Said when somebody answers. If the text does not say that an AI is calling, this is added. Type {{ to insert a contact field.',
    empty: 'Required: a call needs a first message.',
  },
  last: {
    name: 'Last message',
    hint: 'Said at the end of every call. If empty, the agent only says goodbye. Type {{ to insert a contact field.',
    empty: 'None: the agent only says goodbye.',
  },
} as const;

const MessageCard = memo(function MessageCard({
  message,
  kind,
}: {
  readonly message: Message;
  readonly kind: 'first' | 'last';
}) {
  const { set, errorAt, isSelected } = useBlock<Message>(message);
  const { name, hint, empty } = texts[kind];
  return (
    <BlockFrame
      block={message}
      icon={kind === 'first' ? <Phone size={14} aria-hidden /> : <Flag size={14} aria-hidden />}
      kind={name}
      title=""
      summary={message.text.trim() || empty}
    >
      {isSelected && (
        <TokenArea
          label={name}
          hideLabel
          hint={hint}
          value={message.text}
          error={errorAt('text')}
          onChange={(text) => set({ text }, 'text')}
        />
      )}
    </BlockFrame>
  );
});
