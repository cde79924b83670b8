import { MAX_DEPTH } from '@parley/contract/flow.ts';
import { GitBranch, ListChecks, MessageSquareText, PhoneForwarded, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { randomId } from '../../../components/random-id.ts';
import {
  type DecideSection,
  newSection,
  type Section,
  type SectionType,
  type TalkSection,
} from '../../../flow/flow.model.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { sectionWords, titleOf } from '../../../flow/flow-words.ts';
import { BlockHandle } from './block-drag.tsx';
import { AskFields, HandoffFields } from './block-fields.tsx';
import { BlockFrame, BlockMenu } from './block-frame.tsx';
import { BranchList } from './branch-list.tsx';
import {
  type EditorTools,
  type RenderList,
  useBlock,
  useEditorTools,
  useEditorView,
} from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

/** A section of the flow. It renders again only when it has changed. */
export const SectionCard = memo(function SectionCard({
  section,
  depth,
  owner,
  index,
  renderList,
}: {
  readonly section: Section;
  readonly depth: number;
  /** Its list and its position. */
  readonly owner: string;
  readonly index: number;
  readonly renderList: RenderList;
}) {
  const tools = useEditorTools();
  const { problems } = useEditorView();
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
      inner={problems.filter(({ blockId }) => blockId !== undefined && questionIds.includes(blockId))}
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
            placeholder="Only for you; it is not spoken"
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

function TalkFields({ section }: { readonly section: TalkSection }) {
  const { set, errorAt } = useBlock<TalkSection>(section);
  return (
    <TokenArea
      label="What to talk about"
      hint="Tell the agent what to say and when to move on. Type {{ to insert a contact field."
      rows={3}
      value={section.prompt}
      error={errorAt('prompt')}
      onChange={(prompt) => set({ prompt }, 'prompt')}
    />
  );
}

/** What happens when no condition is met. The branches are below. */
function DecideFields({ section }: { readonly section: DecideSection }) {
  const { set, errorAt } = useBlock<DecideSection>(section);
  return (
    <SelectField
      label="If no condition is met"
      hint="The first branch whose condition is met is taken."
      choices={[
        { value: '', words: 'Skip all branches' },
        ...section.branches.map(({ id, name }, index) => ({
          value: id,
          words: `Use “${name.trim() || `Branch ${index + 1}`}”`,
        })),
      ]}
      value={section.defaultBranch ?? ''}
      error={errorAt('defaultBranch') ?? errorAt('branches')}
      onChange={(event) => set({ defaultBranch: event.target.value || undefined })}
    />
  );
}

const sectionIcons: Readonly<Record<SectionType, ReactNode>> = {
  sequential: <MessageSquareText size={14} aria-hidden />,
  looping: <ListChecks size={14} aria-hidden />,
  conditional: <GitBranch size={14} aria-hidden />,
  human_handoff: <PhoneForwarded size={14} aria-hidden />,
};

const kinds: readonly [type: SectionType, words: string][] = [
  ['sequential', 'Talk: follow a prompt'],
  ['looping', 'Ask: a list of questions'],
  ['conditional', 'Decide: choose a branch'],
  ['human_handoff', 'Hand off: to a person'],
];

/** The kinds of sections that can be inserted, as menu items. */
const newSections = (
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
        const section = newSection(type, randomId);
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
