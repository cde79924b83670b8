import { messageStatuses } from '@parley/contract/message.ts';
import { BellRing, Mail, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { stateChoices } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { BoxedList, DataTable, ListTotal } from '../../components/data-table.tsx';
import { Dialog, useConfirm } from '../../components/dialog.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Menu } from '../../components/menu.tsx';
import { Empty } from '../../components/placeholder.tsx';
import type { Run } from '../runs/run.ts';
import { channelWords, type Message, MessagePreview, messageColumns } from './message.tsx';

const skipWords = {
  sentBefore: 'got it before',
  withoutAddress: 'without an address',
  unsubscribed: 'unsubscribed',
  doNotCall: 'on do-not-call',
  closed: 'whose link is closed',
  limited: 'over the limit of their address',
} as const;

const queuedWords = ({ queued, skipped }: Reply<'/runs/{id}/messages', 'post'>): string => {
  const reasons = (Object.keys(skipWords) as (keyof typeof skipWords)[]).flatMap((name) =>
    skipped[name] > 0 ? [`${skipped[name].toLocaleString()} ${skipWords[name]}`] : [],
  );
  const sent = `${queued.toLocaleString()} ${queued === 1 ? 'message' : 'messages'} queued`;
  return reasons.length === 0 ? sent : `${sent}; not sent: ${reasons.join(', ')}`;
};

/** The messages of a run, with the ways to invite everybody who was not invited yet and to remind those who have not finished. */
export function RunMessages({ run: { id } }: { readonly run: Run }) {
  const mayChange = useHasRole('member');
  const [shown, show] = useState<Message>();
  const [{ messageStatus: status }] = useFilters();
  const list = usePageList<Message>(['messages', 'of', id, status], (paging, signal) =>
    get('/messages', { query: { runId: id, status, ...paging }, signal }),
  );
  const inviting = useAction(
    (channel: Message['channel']) => post('/runs/{id}/messages', { channel }, { path: { id } }),
    { done: queuedWords, invalidates: [['messages']] },
  );
  const confirm = useConfirm();
  const reminding = useAction(
    (channel: Message['channel']) =>
      post('/runs/{id}/messages', { kind: 'REMINDER', channel, again: true }, { path: { id } }),
    { done: queuedWords, invalidates: [['messages']] },
  );
  const remind = async (channel: Message['channel']) => {
    const isYes = await confirm({
      title: 'Remind everybody who has not finished?',
      words: `Each of them gets a message by ${channelWords[channel]}, also those who got a reminder before.`,
      yes: 'Send reminders',
      isDanger: false,
    });
    if (isYes) reminding.run(channel);
  };
  return (
    <div className="flex flex-col gap-3">
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            icon={<Mail size={16} />}
            busy={inviting.busy}
            onClick={() => inviting.run('EMAIL')}
          >
            Invite by e-mail
          </Button>
          <Button icon={<MessageSquare size={16} />} busy={inviting.busy} onClick={() => inviting.run('SMS')}>
            Invite by SMS
          </Button>
          <Menu
            trigger={
              <Button icon={<BellRing size={16} />} busy={reminding.busy}>
                Remind
              </Button>
            }
            items={[
              { words: 'By e-mail', onChoose: () => void remind('EMAIL') },
              { words: 'By SMS', onChoose: () => void remind('SMS') },
            ]}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {/* Under a name of its own: the contacts of the run have a status, too. */}
        <FilterSelect
          name="messageStatus"
          label="Status"
          any="Any status"
          choices={stateChoices(messageStatuses)}
        />
        <ListTotal of={list} />
      </div>
      <BoxedList>
        <DataTable
          label="Run messages"
          columns={messageColumns(show)}
          list={list}
          empty={
            status === undefined ? (
              <Empty title="Nobody was invited yet">
                Each contact has a personal link. Invite them here, or export the links as CSV.
              </Empty>
            ) : (
              <Empty title="No messages with this status">
                Choose “Any status” to see all messages of the run.
              </Empty>
            )
          }
        />
      </BoxedList>
      <Dialog title="Message" isOpen={shown !== undefined} onClose={() => show(undefined)} wide>
        {shown && <MessagePreview message={shown} />}
      </Dialog>
    </div>
  );
}
