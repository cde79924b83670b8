import type { Flow } from './flow.model.ts';
import { locate } from './flow-tree.ts';
import { titleOf } from './flow-words.ts';

/** What a block of a flow is called in the editor; empty when it is not there. */
export function blockName(flow: Flow, blockId: string): string {
  if (flow.firstMessage.id === blockId) return 'First message';
  if (flow.lastMessage.id === blockId) return 'Last message';
  const block = locate(flow, blockId)?.block;
  if (!block) return '';
  if ('condition' in block) return block.name.trim() === '' ? 'Branch' : block.name;
  return 'type' in block ? titleOf(block) : 'Question';
}
