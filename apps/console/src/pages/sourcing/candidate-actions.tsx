import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { inAYear } from '../../kit/calendar.ts';
import { TextField } from '../../kit/field.tsx';
import { useAskBeforeLeaving, useUntilLeft } from '../../kit/leaving.ts';
import { Progress } from '../../kit/progress.tsx';
import type { Candidate } from './candidate.ts';
import { EnrichmentResults } from './enrichment-results.tsx';
import { type MadeContact, makeContacts } from './make-contacts.ts';

/** What can be done with those who were chosen: learn how to reach them, make them contacts. */
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
  const [made, setMade] = useState<readonly MadeContact[]>([]);
  const [enrichmentId, setEnrichmentId] = useState<string>();
  const picked = candidates.filter(({ profileId }) => chosen.has(profileId));
  const enrich = useAct(() => post('/enrichment', { profileIds: picked.map(({ profileId }) => profileId) }), {
    onDone: ({ requestId }) => setEnrichmentId(requestId),
  });
  const untilLeft = useUntilLeft();
  const make = useAct(
    () =>
      makeContacts(
        picked,
        { gdprExpiryDate: keepUntil, ...(jobId !== undefined && { jobIds: [jobId] }) },
        setMade,
        untilLeft(),
      ),
    { touches: [['contacts']] },
  );
  useAskBeforeLeaving({
    is: make.busy,
    title: 'Leave before all are contacts?',
    words: 'Those who are not made yet would be left out. Those who are contacts stay.',
  });
  const isAll = picked.length === candidates.length;
  const refused = made.filter(({ words }) => words !== undefined);
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
          {picked.length === 0 ? 'Choose all' : `${picked.length} chosen`}
        </label>
        <Button disabled={picked.length === 0} busy={enrich.busy} onClick={() => enrich.run(undefined)}>
          Find addresses
        </Button>
        <div className="w-40">
          <TextField
            label="Keep documents until"
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
            setMade([]);
            make.run(undefined);
          }}
        >
          Make contacts
        </Button>
      </div>
      {make.busy && <Progress label="Contacts made" value={made.length / Math.max(1, picked.length)} />}
      {made.length > 0 && !make.busy && (
        <div role="status" className="flex flex-col gap-1">
          <p>
            {(made.length - refused.length).toLocaleString()} made.{' '}
            <Link to="/contacts" className="text-accent hover:underline">
              See the contacts
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
