import type { Reply } from '../../api/client.ts';
import { Badge, Status } from '../../components/badge.tsx';
import { Copy } from '../../components/copy.tsx';
import type { Column } from '../../components/data-column.ts';
import { Facts } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';

export type Message = Reply<'/messages', 'get'>['data'][number];

export const kindWords = { INVITATION: 'Invitation', REMINDER: 'Reminder', CALLBACK: 'Callback' } as const;
export const channelWords = { EMAIL: 'E-mail', SMS: 'SMS' } as const;

/** What became of a message, and whether its link was opened. */
export const MessageState = ({ message }: { readonly message: Pick<Message, 'status' | 'openedAt'> }) => (
  <span className="flex flex-wrap gap-1">
    <Status of={message.status} />
    {message.openedAt !== null && <Badge tone="good">Link opened</Badge>}
  </span>
);

export const messageColumns = (onShow: (message: Message) => void): readonly Column<Message>[] => [
  {
    name: 'address',
    words: 'To',
    width: 'minmax(9rem,1.5fr)',
    cell: (message) => (
      <button
        type="button"
        dir="ltr"
        className="max-w-full truncate font-medium hover:underline"
        onClick={() => onShow(message)}
      >
        {message.address}
      </button>
    ),
  },
  { name: 'kind', words: 'Kind', width: '6rem', cell: ({ kind }) => kindWords[kind] },
  {
    name: 'channel',
    words: 'By',
    width: '4rem',
    isExtra: true,
    cell: ({ channel }) => channelWords[channel],
  },
  {
    name: 'status',
    words: 'Status',
    hasParts: true,
    width: 'minmax(8rem,1fr)',
    cell: (message) => <MessageState message={message} />,
  },
  {
    name: 'detail',
    words: 'Detail',
    width: 'minmax(6rem,1.5fr)',
    isExtra: true,
    cell: ({ detail }) => <span title={detail ?? ''}>{detail}</span>,
  },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The message as its reader sees it, with the link to pass on by hand. */
export function MessagePreview({ message }: { readonly message: Message }) {
  const { address, channel, subject, text, detail, onlineUrl, linkExpiresAt, sentAt, openedAt } = message;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        of={[
          [
            'To',
            <span key="to" dir="ltr">
              {address}
            </span>,
          ],
          ['Status', <MessageState key="status" message={message} />],
          ...(detail === null ? [] : [['Detail', detail] as const]),
          ...(sentAt === null
            ? []
            : [
                [
                  message.status === 'OUTBOX' ? 'Written' : 'Sent',
                  <Time key="sent" at={sentAt} exact />,
                ] as const,
              ]),
          ...(openedAt === null ? [] : [['Link opened', <Time key="opened" at={openedAt} exact />] as const]),
          ['Link', <Copy key="link" text={onlineUrl} label="Copy link" />],
          ['Works until', <Time key="until" at={linkExpiresAt} exact isPlanned />],
        ]}
      />
      {text === null ? (
        <p className="text-soft">The text is written when the message is sent.</p>
      ) : (
        <article aria-label={channelWords[channel]} className="rounded-lg border border-line bg-surface p-4">
          {subject !== null && (
            <h3 dir="auto" className="mb-2 font-semibold">
              {subject}
            </h3>
          )}
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {text}
          </p>
        </article>
      )}
    </div>
  );
}
