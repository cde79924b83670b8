import { useQuery } from '@tanstack/react-query';
import { Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, get, post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, useConfirm } from '../../components/dialog.tsx';
import { useToast } from '../../components/notice.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import type { Conversation } from '../conversations/conversation.tsx';
import { channelWords, kindWords, type Message, MessagePreview, MessageState } from './message.tsx';

const SHOWN = 20;

/** The messages with the link of a conversation, and the ways to send it. */
export function ConversationMessages({
  conversation: { id, status },
}: {
  readonly conversation: Conversation;
}) {
  const mayChange = useHasRole('member');
  const confirm = useConfirm();
  const say = useToast();
  const [shown, show] = useState<Message>();
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'of', id],
    queryFn: ({ signal }) =>
      get('/conversations/{id}/messages', { path: { id }, query: { limit: SHOWN }, signal }),
  });
  const sending = useAction(
    async (channel: Message['channel']) => {
      const path = { id };
      try {
        return await post('/conversations/{id}/messages', { channel }, { path });
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'sent_before') throw error;
        const isWanted = await confirm({
          title: 'Send this message again?',
          words: 'The contact got it before, or it still waits to be sent.',
          yes: 'Send again',
          isDanger: false,
        });
        return isWanted
          ? post('/conversations/{id}/messages', { channel, again: true }, { path })
          : undefined;
      }
    },
    {
      invalidates: [['messages']],
      onDone: (message) => message && say({ words: 'Message queued' }),
    },
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      {!data && <SkeletonLines lines={2} />}
      {data?.data.length === 0 && <p className="text-soft">The link was not sent yet.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Messages" className="flex flex-col gap-2">
          {data.data.map((message) => (
            <li key={message.id} className="flex flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-2">
                <button type="button" className="font-medium hover:underline" onClick={() => show(message)}>
                  {kindWords[message.kind]} by {channelWords[message.channel]}
                </button>
                <MessageState message={message} />
              </span>
              <span className="text-xs text-soft">
                <span dir="ltr">{message.address}</span> · <Time at={message.createdAt} />
              </span>
              {message.detail !== null && <span className="text-xs text-soft">{message.detail}</span>}
            </li>
          ))}
        </ul>
      )}
      {mayChange && status === 'SCHEDULED' && (
        <div className="flex flex-wrap gap-2">
          <Button icon={<Mail size={14} />} busy={sending.busy} onClick={() => sending.run('EMAIL')}>
            Send e-mail
          </Button>
          <Button icon={<MessageSquare size={14} />} busy={sending.busy} onClick={() => sending.run('SMS')}>
            Send SMS
          </Button>
        </div>
      )}
      <Dialog title="Message" isOpen={shown !== undefined} onClose={() => show(undefined)} wide>
        {shown && <MessagePreview message={shown} />}
      </Dialog>
    </div>
  );
}
