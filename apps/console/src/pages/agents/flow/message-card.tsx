import { Flag, Phone } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '../../../flow/flow.model.ts';
import { BlockFrame } from './block-frame.tsx';
import { useBlock } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

const texts = {
  first: {
    name: 'First message',
    hint: 'Said as soon as somebody answers. That an AI calls is added when the text does not say so.',
    empty: 'Nothing yet: a call needs a first message.',
  },
  last: {
    name: 'Last message',
    hint: 'Said at the end of every call. Left empty, the agent only says goodbye.',
    empty: 'None: the agent only says goodbye.',
  },
} as const;

export const MessageCard = memo(function MessageCard({
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
