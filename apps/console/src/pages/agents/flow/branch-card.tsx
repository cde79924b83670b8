import { CornerDownRight } from 'lucide-react';
import type { Branch } from '../../../flow/flow.model.ts';
import { conditionWords } from '../../../flow/flow-words.ts';
import { TextField } from '../../../kit/field.tsx';
import { BlockFrame } from './block-frame.tsx';
import { BlockHandle } from './block-handle.tsx';
import { BlockMenu } from './block-menu.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { useBlock } from './editor-context.ts';
import type { RenderList } from './section-list-props.ts';

/** A way that the call may take, and what happens on it. */
export function BranchCard({
  branch,
  number,
  depth,
  isDefault,
  renderList,
}: {
  readonly branch: Branch;
  readonly number: number;
  readonly depth: number;
  readonly isDefault: boolean;
  readonly renderList: RenderList;
}) {
  const { isSelected, set, errorAt } = useBlock<Branch>(branch);
  const title = branch.name.trim() || `Branch ${number}`;
  const name = `branch ${title}`;
  return (
    <BlockFrame
      block={branch}
      icon={<CornerDownRight size={14} aria-hidden className="rtl:-scale-x-100" />}
      kind={isDefault ? 'If, or when none holds' : 'If'}
      title={title}
      summary={
        <span className="text-soft">
          {branch.condition.type === 'intent' ? 'The agent finds: ' : 'It is known: '}
          {conditionWords(branch.condition)}
        </span>
      }
      handle={<BlockHandle block={branch} name={name} />}
      menu={<BlockMenu block={branch} name={name} />}
      below={
        <div className="ms-4 border-s-2 border-line ps-3 pe-2">
          {renderList({ owner: branch.id, sections: branch.sections, depth: depth + 1 })}
        </div>
      }
    >
      {isSelected && (
        <>
          <TextField
            label="Name of the branch"
            placeholder="Interested"
            maxLength={200}
            value={branch.name}
            error={errorAt('name')}
            onChange={(event) => set({ name: event.target.value }, 'name')}
          />
          <ConditionFields branch={branch} />
        </>
      )}
    </BlockFrame>
  );
}
