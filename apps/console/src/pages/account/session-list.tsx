import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../api/action.ts';
import { get, remove } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

/** All browsers in which the user is signed in. */
export function SessionList() {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => get('/console/api/me/sessions', { signal }),
  });
  const end = useAction((id: string) => remove('/console/api/me/sessions/{id}', { path: { id } }), {
    invalidates: [['sessions']],
    done: 'Session ended',
  });
  const endOthers = useAction(() => remove('/console/api/me/sessions'), {
    invalidates: [['sessions']],
    done: 'All other sessions ended',
  });
  if (sessions.error && !sessions.data)
    return <LoadError error={sessions.error} onRetry={() => void sessions.refetch()} />;
  if (!sessions.data) return <SkeletonLines lines={3} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="flex w-full flex-col divide-y divide-line/60">
        {sessions.data.data.map(({ id, isThis, createdAt, seenAt, ipAddress, userAgent, signedInBy }) => (
          <li key={id} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
            <div className="me-auto min-w-0">
              <div className="flex items-center gap-2">
                <span className="truncate font-medium">{browserWords(userAgent)}</span>
                {isThis && <Badge tone="good">this session</Badge>}
              </div>
              <div className="truncate text-xs text-soft">
                {ipAddress ?? 'unknown address'} · since <Time at={createdAt} exact /> · last seen{' '}
                <Time at={seenAt} />
                {signedInBy && <> · {signedInWords[signedInBy]}</>}
              </div>
            </div>
            {!isThis && (
              <Button
                size="small"
                busy={end.busy}
                aria-label={`End session of ${browserWords(userAgent)}`}
                onClick={() => end.run(id)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data.data.length > 1 && (
        <Button size="small" busy={endOthers.busy} onClick={() => endOthers.run(undefined)}>
          End all other sessions
        </Button>
      )}
    </div>
  );
}

const signedInWords = {
  password: 'with a password',
  link: 'with a link',
  invitation: 'with an invitation',
  oidc: 'with single sign-on',
  passkey: 'with a passkey',
} as const;

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const found = (table: typeof browsers, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux", as far as it is known. */
function browserWords(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = found(browsers, text) ?? 'Unknown browser';
  const system = found(systems, text);
  return system === undefined ? browser : `${browser} on ${system}`;
}
