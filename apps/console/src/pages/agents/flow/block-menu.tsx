import { ArrowDown, ArrowUp, CornerDownRight, CornerUpLeft, MoreHorizontal, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { Menu, type MenuItem } from '../../../components/menu.tsx';
import { useToast } from '../../../components/toast.tsx';
import type { Block } from '../../../flow/flow.model.ts';
import { insert, locate, without } from '../../../flow/flow-tree.ts';
import { useBlockStep } from './block-drag.tsx';
import { useEditorTools } from './editor-context.ts';

/** Takes a block away; the toast brings back this one, whatever was done since. */
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

/** What can be done with a block beside writing in it. */
export function BlockMenu({
  block,
  name,
  more = () => [],
}: {
  readonly block: Block;
  readonly name: string;
  /** Asked for when the menu opens. */
  readonly more?: () => readonly MenuItem[];
}) {
  const { step, canStep } = useBlockStep(block);
  const remove = useRemoval(block, name);
  const { isReadOnly } = useEditorTools();
  if (isReadOnly) return null;
  return (
    <Menu
      trigger={<IconButton label={`More actions for ${name}`} icon={<MoreHorizontal size={16} />} />}
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
