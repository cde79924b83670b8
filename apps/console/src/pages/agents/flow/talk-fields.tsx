import type { TalkSection } from '../../../flow/flow.model.ts';
import { useBlock } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

export function TalkFields({ section }: { readonly section: TalkSection }) {
  const { set, errorAt } = useBlock<TalkSection>(section);
  return (
    <TokenArea
      label="What to talk about"
      hint="Tell the agent what to say and when it is done. Two braces {{ offer the contact’s fields."
      rows={3}
      value={section.prompt}
      error={errorAt('prompt')}
      onChange={(prompt) => set({ prompt }, 'prompt')}
    />
  );
}
