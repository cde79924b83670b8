import { blockName } from '../../flow/block-name.ts';
import { type FlowDocument, readFlow } from '../../flow/flow-document.ts';
import { troublesOf } from '../../flow/flow-trouble.ts';
import { freshId } from '../../kit/fresh-id.ts';

/** The settings that a finding may be about, as their page calls them. */
const settings: readonly (readonly [path: string, words: string])[] = [
  ['instructions', 'Instructions'],
  ['voicemail', 'Message for the machine'],
  ['guardrails.rules', 'Rules'],
  ['guardrails.forbiddenTopics', 'Topics to avoid'],
  ['analyticsConfig', 'What to find out'],
  ['language', 'Language'],
];

/** Where in an agent a finding belongs, in the words of its page: a path of the API means nothing there. */
export function findingPlace(flow: FlowDocument | null, path: string): string {
  if (flow !== null && path.startsWith('flow')) {
    const draft = readFlow(flow, freshId);
    const [trouble] = troublesOf(draft, [{ path, problem: '' }]);
    return (trouble?.blockId && blockName(draft, trouble.blockId)) || 'Flow';
  }
  return settings.find(([start]) => path.startsWith(start))?.[1] ?? 'Settings';
}
