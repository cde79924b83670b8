import { Plus } from 'lucide-react';
import { Fragment } from 'react';
import type { DecideSection } from '../../../flow/flow.model.ts';
import { newBranch } from '../../../flow/flow-block.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { Button } from '../../../kit/button.tsx';
import { freshId } from '../../../kit/fresh-id.ts';
import { BranchCard } from './branch-card.tsx';
import { useEditorTools } from './editor-context.ts';
import type { RenderList } from './section-list-props.ts';
import { Slot } from './slot.tsx';

/** The branches of a decision, in the order in which they are tried. */
export function BranchList({
  section,
  depth,
  renderList,
}: {
  readonly section: DecideSection;
  readonly depth: number;
  readonly renderList: RenderList;
}) {
  const { edit, select, isReadOnly } = useEditorTools();
  const placeAt = (index: number): Place => ({ owner: section.id, kind: 'branches', index });
  const add = () => {
    const branch = newBranch(freshId);
    edit((flow) => insert(flow, placeAt(section.branches.length), branch));
    select(branch.id);
  };
  return (
    <div className="flex flex-col px-2 pb-2">
      {section.branches.map((branch, index) => (
        <Fragment key={branch.id}>
          <Slot place={placeAt(index)} />
          <BranchCard
            branch={branch}
            number={index + 1}
            depth={depth}
            renderList={renderList}
            isDefault={branch.id === section.defaultBranch}
          />
        </Fragment>
      ))}
      <Slot place={placeAt(section.branches.length)} />
      {!isReadOnly && (
        <div>
          <Button look="quiet" size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
            Add branch
          </Button>
        </div>
      )}
    </div>
  );
}
