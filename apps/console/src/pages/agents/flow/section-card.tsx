import { Plus } from 'lucide-react';
import { memo } from 'react';
import type { Section } from '../../../flow/flow.model.ts';
import { sectionWords, titleOf } from '../../../flow/flow-words.ts';
import { TextField } from '../../../kit/field.tsx';
import { newSections, sectionIcons } from './add-section.tsx';
import { AskFields } from './ask-fields.tsx';
import { BlockFrame } from './block-frame.tsx';
import { BlockHandle } from './block-handle.tsx';
import { BlockMenu } from './block-menu.tsx';
import { BranchList } from './branch-list.tsx';
import { DecideFields } from './decide-fields.tsx';
import { useBlock, useEditorTools, useEditorView } from './editor-context.ts';
import { HandoffFields } from './handoff-fields.tsx';
import type { RenderList } from './section-list-props.ts';
import { TalkFields } from './talk-fields.tsx';

/** A section of the call. Drawn again only when it is another one. */
export const SectionCard = memo(function SectionCard({
  section,
  depth,
  owner,
  index,
  renderList,
}: {
  readonly section: Section;
  readonly depth: number;
  /** Whose list it stands in, and where. */
  readonly owner: string;
  readonly index: number;
  readonly renderList: RenderList;
}) {
  const tools = useEditorTools();
  const { troubles } = useEditorView();
  const { isSelected, set, errorAt } = useBlock<Section>(section);
  const title = titleOf(section);
  const name = `${sectionWords[section.type]}: ${title}`;
  const questionIds = section.type === 'looping' ? section.questions.map(({ id }) => id) : [];
  return (
    <BlockFrame
      block={section}
      icon={sectionIcons[section.type]}
      kind={sectionWords[section.type]}
      title={section.title.trim() === '' && section.type !== 'conditional' ? '' : title}
      summary={<Summary of={section} />}
      inner={troubles.filter(({ blockId }) => blockId !== undefined && questionIds.includes(blockId))}
      handle={<BlockHandle block={section} name={name} />}
      menu={
        <BlockMenu
          block={section}
          name={name}
          more={() =>
            newSections(tools, { owner, kind: 'sections', index: index + 1 }, depth).map((item) => ({
              ...item,
              words: `Add below · ${item.words.split(':')[0]}`,
              icon: <Plus size={14} aria-hidden />,
            }))
          }
        />
      }
      below={
        section.type === 'conditional' && (
          <BranchList section={section} depth={depth} renderList={renderList} />
        )
      }
    >
      {isSelected && (
        <>
          <TextField
            label="Title"
            placeholder="For you: people do not hear it"
            maxLength={300}
            value={section.title}
            error={errorAt('title')}
            onChange={(event) => set({ title: event.target.value }, 'title')}
          />
          <Fields section={section} />
        </>
      )}
    </BlockFrame>
  );
});

function Fields({ section }: { readonly section: Section }) {
  switch (section.type) {
    case 'sequential':
      return <TalkFields section={section} />;
    case 'looping':
      return <AskFields section={section} />;
    case 'conditional':
      return <DecideFields section={section} />;
    case 'human_handoff':
      return <HandoffFields section={section} />;
  }
}

function Summary({ of: section }: { readonly of: Section }) {
  switch (section.type) {
    case 'sequential':
      return section.prompt.trim() || <span className="text-soft">Nothing yet</span>;
    case 'looping':
      return section.questions.map(({ id, question }, index) => (
        <span key={id} className="block">
          <span className="text-soft tabular-nums">{index + 1}.</span>{' '}
          {question.trim() || <span className="text-soft">Nothing yet</span>}
        </span>
      ));
    case 'human_handoff':
      return section.destinations
        .map(({ label, phoneNumber }) =>
          [label.trim(), phoneNumber.trim() || '…'].filter(Boolean).join(' · '),
        )
        .join('\n');
    case 'conditional':
      return null;
  }
}
