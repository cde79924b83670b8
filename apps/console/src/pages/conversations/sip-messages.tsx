import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { download, get, type Reply } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { saveFile } from '../../components/file.tsx';

type Ladder = Reply<'/conversations/{id}/call-attempts/{attemptId}/sip', 'get'>;
type Message = Ladder['messages'][number];

export interface Call {
  readonly id: string;
  readonly attemptId: string;
}

/** The SIP messages of a telephone call. */
export function SipMessages(path: Call) {
  const { data, error } = useQuery({
    queryKey: ['sip', path.attemptId],
    queryFn: () => get('/conversations/{id}/call-attempts/{attemptId}/sip', { path: { ...path } }),
  });
  const saving = useAction(async () => {
    const address = '/conversations/{id}/call-attempts/{attemptId}/sip.pcap';
    const blob = await download(address, { path: { ...path } });
    saveFile(`${path.attemptId}.pcap`, blob, blob.type);
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (data === undefined) return <p className="text-soft">Loading…</p>;
  const { messages, isComplete } = data;
  const [first] = messages;
  const attested = messages.flatMap(({ attestation }) => (attestation ? [wordsOf(attestation)] : []));
  const isWhole = messages.every(({ remote }) => remote !== null);
  if (first === undefined)
    return (
      <p className="text-soft">
        None are kept: the call did not leave over a SIP trunk, or it was more than 30 days ago.
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-xs font-medium">
        <span>{first.local === null ? 'Parley' : `Parley, ${placeOf(first.local)}`}</span>
        <Button
          size="small"
          icon={<Download size={14} />}
          busy={saving.busy}
          onClick={() => saving.run(undefined)}
        >
          Download pcap
        </Button>
        <span className="text-end">
          {first.remote === null ? "The operator's trunk" : placeOf(first.remote)}
        </span>
      </div>
      {attested.length > 0 && (
        <p className="text-xs">
          <span className="font-medium">Caller ID, as the network reports it:</span>{' '}
          {[...new Set(attested)].join('; ')}
        </p>
      )}
      <ol className="flex flex-col border-x border-line">
        {messages.map((message, at) => (
          <Arrow key={at} message={message} since={first.at} />
        ))}
      </ol>
      {!isWhole && (
        <p className="text-xs text-soft">
          Of calls over trunks of the operator, addresses and accounts are hidden.
        </p>
      )}
      {!isComplete && <p className="text-xs text-soft">There were more messages than are kept.</p>}
    </div>
  );
}

/** One message, from the side that sent it to the other. */
function Arrow({ message, since }: { readonly message: Message; readonly since: string }) {
  const { direction, text, at, method, status, attestation } = message;
  const isSent = direction === 'SENT';
  const seconds = ((Date.parse(at) - Date.parse(since)) / 1000).toFixed(3);
  return (
    <li>
      <details className="px-2 py-1">
        <summary className="flex cursor-pointer flex-wrap items-center gap-2 text-xs">
          <span className="text-soft tabular-nums">{seconds} s</span>
          <span className={classNames('flex flex-1 items-center gap-1', isSent ? '' : 'flex-row-reverse')}>
            <span className="font-medium">{text === null ? (method ?? status) : text.split('\r\n')[0]}</span>
            <span aria-hidden className="h-px flex-1 bg-line" />
            <span aria-hidden>{isSent ? '▶' : '◀'}</span>
            <span className="sr-only">{isSent ? 'sent' : 'received'}</span>
          </span>
        </summary>
        {attestation !== null && <p className="py-1 text-xs">{wordsOf(attestation)}</p>}
        {text !== null && (
          <pre dir="ltr" className="overflow-x-auto py-1 text-xs whitespace-pre-wrap break-all">
            {text}
          </pre>
        )}
      </details>
    </li>
  );
}

const levels = {
  A: 'attestation A (full: the caller may show the number)',
  B: 'attestation B (partial: the caller is known)',
  C: 'attestation C (gateway: only the entry point is known)',
} as const;
const verifications = {
  PASSED: 'signature verified by the network',
  FAILED: 'signature not accepted by the network',
  NOT_DONE: 'signature not verified by the network',
} as const;

/** STIR/SHAKEN, as received. */
const wordsOf = ({ level, verification }: NonNullable<Message['attestation']>): string =>
  [level && levels[level], verification && verifications[verification]].filter(Boolean).join(', ');

const placeOf = ({ host, port }: NonNullable<Message['remote']>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
