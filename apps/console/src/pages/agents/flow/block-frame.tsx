import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CornerDownRight,
  CornerUpLeft,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { type MenuItem, MoreMenu } from '../../../components/menu.tsx';
import { useToast } from '../../../components/notice.tsx';
import type { Block, Message } from '../../../flow/flow.model.ts';
import { type FlowProblem, insert, locate, without } from '../../../flow/flow-tree.ts';
import { useBlockStep } from './block-drag.tsx';
import { useBlock, useEditorTools } from './editor-context.ts';

interface BlockFrameProps {
  readonly block: Block | Message;
  readonly icon: ReactNode;
  /** What it is: "Ask", "First message". */
  readonly kind: string;
  readonly title: string;
  /** A summary, shown while it is closed. */
  readonly summary?: ReactNode;
  readonly handle?: ReactNode;
  readonly menu?: ReactNode;
  /** Problems of the blocks inside it that have no card. */
  readonly inner?: readonly FlowProblem[];
  /** The form, while it is open. */
  readonly children?: ReactNode;
  /** Always shown. */
  readonly below?: ReactNode;
}

/** A block of the outline: a summary when closed, a form when open. */
export function BlockFrame({
  block,
  icon,
  kind,
  title,
  summary,
  handle,
  menu,
  inner = [],
  children,
  below,
}: BlockFrameProps) {
  const { isReadOnly, select } = useEditorTools();
  const { isSelected, problems } = useBlock(block);
  const shown = [...(isSelected ? apart(problems) : problems), ...(isSelected ? [] : inner)];
  const isWrong = [...problems, ...inner].some(({ severity }) => severity === 'error');
  return (
    <section
      data-block={block.id}
      aria-label={title === '' ? kind : `${kind}: ${title}`}
      className={classNames(
        'scroll-mt-20 rounded-lg border bg-surface',
        isWrong ? 'border-bad/60' : isSelected ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-start gap-1 p-1.5">
        {!isReadOnly && handle}
        <button
          type="button"
          aria-expanded={isSelected}
          onClick={() => select(isSelected ? undefined : block.id)}
          className="min-w-0 flex-1 rounded px-1.5 py-1 text-start hover:bg-hover"
        >
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="shrink-0 text-soft">{icon}</span>
            <span className="shrink-0 text-xs font-medium text-soft">{kind}</span>
            {title !== '' && (
              <span dir="auto" className="truncate font-medium">
                {title}
              </span>
            )}
          </span>
          {!isSelected && summary && (
            <span dir="auto" className="mt-1 line-clamp-6 block break-words whitespace-pre-line">
              {summary}
            </span>
          )}
        </button>
        {menu}
      </div>
      <BlockProblems of={shown} />
      {isSelected && (
        <fieldset disabled={isReadOnly} className="flex flex-col gap-3 px-3 pb-3">
          <legend className="sr-only">{title === '' ? kind : title}</legend>
          {children}
        </fieldset>
      )}
      {below}
    </section>
  );
}

/** The problems of a block. */
export function BlockProblems({ of: problems }: { readonly of: readonly FlowProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 px-3 pb-2">
      {problems.map((problem) => (
        <li
          key={`${problem.property} ${problem.message}`}
          className={classNames(
            'flex items-start gap-1.5 text-xs',
            problem.severity === 'error' ? 'text-bad' : 'text-warn',
          )}
        >
          {problem.severity === 'error' ? (
            <CircleAlert size={14} aria-label="Error" className="mt-px shrink-0" />
          ) : (
            <TriangleAlert size={14} aria-label="Warning" className="mt-px shrink-0" />
          )}
          <span className="min-w-0 break-words">{problemWords(problem)}</span>
        </li>
      ))}
    </ul>
  );
}

const names: Readonly<Record<string, string>> = {
  prompt: 'What to talk about',
  question: 'The question',
  name: 'The name',
  'condition.description': 'The condition',
  'condition.field': 'The field',
  'condition.value': 'The value',
  phoneNumber: 'The number',
  text: 'The text',
};

export const problemWords = ({ property, message, isSentence }: FlowProblem): string =>
  isSentence ? message : `${names[property] ?? (property === '' ? 'This' : property)} ${message}`;

/** Errors that are shown at a field of the open form are not repeated. */
export const apart = (problems: readonly FlowProblem[]): readonly FlowProblem[] =>
  problems.filter(
    ({ severity, property }) =>
      severity === 'warning' || property === '' || /^(sections|branches|questions)/.test(property),
  );

/** Removes a block; undo in the toast restores it, whatever was changed since. */
function useRemoval(block: Block, name: string): () => void {
  const { now, edit } = useEditorTools();
  const say = useToast();
  return () => {
    const place = locate(now(), block.id)?.place;
    if (!place) return;
    edit((flow) => without(flow, block.id));
    say({ words: `Removed ${name}`, undo: () => edit((flow) => insert(flow, place, block)) });
  };
}

/** The menu of a block. */
export function BlockMenu({
  block,
  name,
  more = () => [],
}: {
  readonly block: Block;
  readonly name: string;
  /** Called when the menu opens. */
  readonly more?: () => readonly MenuItem[];
}) {
  const { step, canStep } = useBlockStep(block);
  const remove = useRemoval(block, name);
  const { isReadOnly } = useEditorTools();
  if (isReadOnly) return null;
  return (
    <MoreMenu
      of={name}
      items={() => [
        ...more(),
        {
          words: 'Move up',
          icon: <ArrowUp size={14} />,
          onChoose: () => step('up'),
          isDisabled: !canStep('up'),
        },
        {
          words: 'Move down',
          icon: <ArrowDown size={14} />,
          onChoose: () => step('down'),
          isDisabled: !canStep('down'),
        },
        ...(canStep('in') || canStep('out')
          ? [
              {
                words: 'Move into branch',
                icon: <CornerDownRight size={14} className="rtl:-scale-x-100" />,
                onChoose: () => step('in'),
                isDisabled: !canStep('in'),
              },
              {
                words: 'Move out of branch',
                icon: <CornerUpLeft size={14} className="rtl:-scale-x-100" />,
                onChoose: () => step('out'),
                isDisabled: !canStep('out'),
              },
            ]
          : []),
        { words: 'Remove', icon: <Trash2 size={14} />, onChoose: remove, isDanger: true },
      ]}
    />
  );
}
