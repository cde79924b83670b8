import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, get, post } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/chart.tsx';
import { useAbortOnLeave, useAskBeforeLeaving } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { Skeleton } from '../../components/placeholder.tsx';
import { inAYear } from '../../components/time.tsx';
import type { Candidate } from './candidate-card.tsx';

/** The actions for selected candidates: find addresses, create contacts. */
export function CandidateActions({
  candidates,
  chosen,
  jobId,
  onChooseAll,
}: {
  readonly candidates: readonly Candidate[];
  readonly chosen: ReadonlySet<string>;
  readonly jobId: string | undefined;
  readonly onChooseAll: (isAll: boolean) => void;
}) {
  const [keepUntil, setKeepUntil] = useState(() => inAYear(new Date()));
  const [created, setCreated] = useState<readonly CreatedContact[]>([]);
  const [enrichmentId, setEnrichmentId] = useState<string>();
  const picked = candidates.filter(({ profileId }) => chosen.has(profileId));
  const enrich = useAction(
    () => post('/enrichment', { profileIds: picked.map(({ profileId }) => profileId) }),
    {
      onDone: ({ requestId }) => setEnrichmentId(requestId),
    },
  );
  const untilLeft = useAbortOnLeave();
  const make = useAction(
    () =>
      createContacts(
        picked,
        { gdprExpiryDate: keepUntil, ...(jobId !== undefined && { jobIds: [jobId] }) },
        setCreated,
        untilLeft(),
      ),
    { invalidates: [['contacts']] },
  );
  useAskBeforeLeaving({
    is: make.busy,
    title: 'Leave before all contacts are created?',
    words: 'Candidates that are not contacts yet will be skipped. Contacts already created stay.',
  });
  const isAll = picked.length === candidates.length;
  const refused = created.filter(({ words }) => words !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md bg-ground p-3">
      <div className="flex flex-wrap items-end gap-2">
        <label className="me-auto flex h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={isAll}
            onChange={({ target }) => onChooseAll(target.checked)}
            className="size-4 accent-accent"
          />
          {picked.length === 0 ? 'Select all' : `${picked.length} selected`}
        </label>
        <Button disabled={picked.length === 0} busy={enrich.busy} onClick={() => enrich.run(undefined)}>
          Find e-mail addresses
        </Button>
        <div className="w-40">
          <TextField
            label="Delete documents on"
            type="date"
            value={keepUntil}
            onChange={({ target }) => setKeepUntil(target.value)}
          />
        </div>
        <Button
          look="primary"
          disabled={picked.length === 0 || keepUntil === ''}
          busy={make.busy}
          onClick={() => {
            setCreated([]);
            make.run(undefined);
          }}
        >
          Create contacts
        </Button>
      </div>
      {make.busy && <Progress label="Contacts created" value={created.length / Math.max(1, picked.length)} />}
      {created.length > 0 && !make.busy && (
        <div role="status" className="flex flex-col gap-1">
          <p>
            {(created.length - refused.length).toLocaleString()} created.{' '}
            <Link to="/contacts" className="text-accent hover:underline">
              View contacts
            </Link>
          </p>
          {refused.map(({ profileId, name, words }) => (
            <p key={profileId} className="text-bad">
              {name}: {words}
            </p>
          ))}
        </div>
      )}
      {enrichmentId !== undefined && (
        <EnrichmentResults
          key={enrichmentId}
          requestId={enrichmentId}
          names={new Map(candidates.map(({ profileId, name }) => [profileId, name]))}
        />
      )}
    </div>
  );
}

const LOOK_AGAIN_MS = 3_000;

/** Addresses of the selected candidates, as far as the provider knows them. */
function EnrichmentResults({
  requestId,
  names,
}: {
  readonly requestId: string;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { data, error } = useQuery({
    queryKey: ['request', requestId],
    queryFn: ({ signal }) => get('/enrichment/{id}/results', { path: { id: requestId }, signal }),
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiFailure && state.error.status !== 429) return false;
      return state.data === undefined || state.data.status === 'processing' ? LOOK_AGAIN_MS : false;
    },
  });
  if (data === undefined || data.status === 'processing') {
    if (error && !(error instanceof ApiFailure && error.status === 429)) {
      return (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      );
    }
    return <Skeleton className="h-4 w-1/2" />;
  }
  if (data.status === 'failed') {
    return (
      <p role="alert" className="text-bad">
        {data.errorMessage ?? 'The lookup failed. Try again in a moment.'}
      </p>
    );
  }
  return (
    <ul aria-label="E-mail addresses found" className="flex flex-col divide-y divide-line/60">
      {(data.profiles ?? []).map(({ profileId, status, emails, phones, failureReason }) => (
        <li key={profileId} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
          <span dir="auto" className="font-medium">
            {names.get(profileId) ?? profileId}
          </span>
          {status === 'FAILED' ? (
            <span className="text-bad">{failureReason}</span>
          ) : emails.length + phones.length === 0 ? (
            <span className="text-soft">no address found</span>
          ) : (
            [...emails, ...phones].map((address) => <Badge key={address}>{address}</Badge>)
          )}
        </li>
      ))}
    </ul>
  );
}

/** The result for one candidate. */
interface CreatedContact {
  readonly profileId: string;
  readonly name: string;
  readonly contactId?: string;
  /** Why no contact was created. */
  readonly words?: string;
}

interface Common {
  readonly gdprExpiryDate: string;
  readonly jobIds?: string[];
}

/** One after the other: a refusal does not stop the rest. */
async function createContacts(
  candidates: readonly Candidate[],
  common: Common,
  onCreated: (created: readonly CreatedContact[]) => void,
  signal: AbortSignal,
): Promise<readonly CreatedContact[]> {
  const created: CreatedContact[] = [];
  for (const { profileId, name } of candidates) {
    if (signal.aborted) break;
    try {
      const { id } = await post('/contacts', { profileId, ...common });
      created.push({ profileId, name, contactId: id });
    } catch (failure) {
      // Without the service or a session, all others would fail as well.
      if (!(failure instanceof ApiFailure) || failure.isOffline || failure.status === 401) throw failure;
      const words = failure.violations.map(({ message }) => message).join('; ');
      created.push({ profileId, name, words: words || failure.message });
    }
    onCreated([...created]);
  }
  return created;
}
