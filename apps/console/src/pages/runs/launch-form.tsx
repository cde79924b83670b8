import type { MessageChannel } from '@parley/contract/message.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Rocket, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, type Reply } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { Meter } from '../../components/chart.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { DialogForm } from '../../components/form.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { fullTime, useClock } from '../../components/time.tsx';
import { agentQuery } from '../conversations/conversation.tsx';
import { type Estimate, endWords } from './estimate-words.ts';
import { InviteChoice } from './invite-choice.tsx';
import { checkLaunch, type LaunchCheck } from './launch-check.ts';
import { callTimes, type LaunchCost, needWords, restWords } from './launch-words.ts';
import type { Run } from './run.ts';
import { noFilter } from './run-filter.tsx';
import { SimulatedNotice } from './simulated-notice.tsx';

/** The preflight, the cost and the time of a launch. */
export function LaunchForm({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const [, setFilters] = useFilters();
  const [isLater, setLater] = useState(false);
  const [at, setAt] = useState('');
  const [chosen, choose] = useState<readonly MessageChannel[]>();
  const agent = useQuery(agentQuery(run.agentId));
  const isOnline = agent.data?.type === 'ONLINE';
  const invite = isOnline ? (chosen ?? [agent.data?.messages?.channel ?? 'EMAIL']) : [];
  const check = useQuery({
    queryKey: ['launch-check', run.id],
    queryFn: ({ signal }) => checkLaunch(run, signal),
    // Minutes and contacts change: checked again whenever the dialog opens.
    staleTime: 0,
    gcTime: 0,
  });
  const startsAt = isLater ? timestampOf(at) : undefined;
  const preview = useQuery({
    queryKey: ['launch-preview', run.id, startsAt],
    queryFn: ({ signal }) =>
      get('/runs/{id}/launch-preview', {
        path: { id: run.id },
        query: startsAt === undefined ? {} : { scheduledAt: startsAt },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const launch = useAction(
    () =>
      post(
        '/runs/{id}/launch',
        {
          ...(isLater && { scheduledAt: new Date(at).toISOString() }),
          ...(invite.length > 0 && { invite: [...invite] }),
        },
        { path: { id: run.id } },
      ),
    {
      isQuiet: true,
      invalidates: [['run', run.id], ['runs']],
      done: ({ affectedCalls, scheduledAt }) =>
        scheduledAt === null
          ? launchedWords(affectedCalls, isOnline)
          : `The run starts at ${fullTime(scheduledAt)}`,
      onDone: () => {
        onClose();
        // Where the calls can be followed.
        setFilters({ ...noFilter, tab: 'contacts' });
      },
    },
  );
  const isEmpty = check.data?.attached === 0;
  const isRefused = (preview.data?.quote.suggestedAction ?? null) !== null;
  return (
    <DialogForm
      action={launch}
      shown={['scheduledAt']}
      verb={isLater ? 'Schedule run' : 'Launch now'}
      icon={<Rocket size={16} />}
      isDisabled={check.data === undefined || agent.isPending || isEmpty || isRefused}
      onSubmit={() => launch.run(undefined)}
      onCancel={onClose}
    >
      {check.isPending && <SkeletonLines />}
      {check.error && <LoadError error={check.error} onRetry={() => void check.refetch()} />}
      {isEmpty && <p className="text-soft">There are no contacts yet. Attach contacts first.</p>}
      {preview.data && !preview.error && !isEmpty && (
        <p role="status" aria-label="Launch summary" className="text-base font-semibold">
          {preview.data.summary}
        </p>
      )}
      {preview.data && !preview.error && !isEmpty && (
        <>
          <EstimatedEnd estimate={preview.data.estimate} />
          <SimulatedNotice preview={preview.data} />
        </>
      )}
      {preview.data && !preview.error && <CallTimes preview={preview.data} />}
      {preview.data && preview.data.waitingForTrunk > 0 && (
        <TrunkWarning waiting={preview.data.waitingForTrunk} />
      )}
      {check.data && !isEmpty && (
        <>
          {preview.data && !preview.error && <Cost cost={preview.data} agentId={run.agentId} />}
          <LaunchProblems check={check.data} />
        </>
      )}
      {isOnline && !isEmpty && <InviteChoice preview={preview.data} invite={invite} onChoose={choose} />}
      <CheckField
        label="Start later"
        checked={isLater}
        onChange={(event) => setLater(event.target.checked)}
      />
      {isLater && (
        <TextField
          label="Start at"
          type="datetime-local"
          required
          value={at}
          hint="Your local time, up to 30 days ahead. The minutes are checked again then."
          error={launch.errorAt('scheduledAt')}
          onChange={(event) => setAt(event.target.value)}
        />
      )}
    </DialogForm>
  );
}

const launchedWords = (count: number, isOnline: boolean): string =>
  isOnline
    ? `${count.toLocaleString()} ${count === 1 ? 'contact gets a link' : 'contacts get a link'}`
    : `${count.toLocaleString()} calls are queued`;

/** When the run would end. */
function EstimatedEnd({ estimate }: { readonly estimate: Estimate }) {
  const words = useClock((nowMs) => endWords(estimate, nowMs) ?? '');
  return (
    words !== '' && (
      <p role="status" aria-label="Estimated end">
        {words}
      </p>
    )
  );
}

/** When the calling window is closed for some: who is called from when on, with the date and by which clock. */
function CallTimes({ preview }: { readonly preview: Reply<'/runs/{id}/launch-preview', 'get'> }) {
  const lines = callTimes(preview);
  if (lines.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <ul aria-label="When the calls start" className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="text-xs text-soft">
        Contacts without a time zone are called by that of their phone number, or else by that of your
        company.
      </p>
    </div>
  );
}

/** Such calls are not lost, and nobody would know why they are not placed. */
function TrunkWarning({ waiting }: { readonly waiting: number }) {
  return (
    <p role="status" aria-label="Trunk switched off" className="flex items-start gap-2">
      <TriangleAlert size={16} aria-label="Warning" className="mt-0.5 shrink-0 text-warn" />
      <span>
        {waiting === 1 ? '1 call waits' : `${waiting.toLocaleString()} calls wait`} until the trunk for
        {waiting === 1 ? ' its number' : ' their numbers'} is switched on.{' '}
        <Link to="/trunks" className="underline decoration-dotted hover:text-ink">
          Show trunks
        </Link>
      </span>
    </p>
  );
}

/** What a field of the browser holds while somebody types is not always a time. */
const timestampOf = (local: string): string | undefined => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

/** The findings of the preflight. */
function LaunchProblems({ check }: { readonly check: LaunchCheck }) {
  const { attached, callable, agentId, problems } = check;
  return (
    <div className="flex flex-col gap-2">
      <p>
        {callable.toLocaleString()} of {attached.toLocaleString()} contacts can be called
        {callable < attached ? '. The others are skipped, and what was reserved for them is returned.' : '.'}
      </p>
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 text-good">
          <Check size={16} aria-hidden />
          No problems found.
        </p>
      ) : (
        <ul aria-label="Findings" className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
          {problems.map(({ severity, path, place, message, count }) => (
            <li key={`${severity} ${path} ${message}`} className="flex items-start gap-2">
              {severity === 'error' ? (
                <CircleAlert size={16} aria-label="Error" className="mt-0.5 shrink-0 text-bad" />
              ) : (
                <TriangleAlert size={16} aria-label="Warning" className="mt-0.5 shrink-0 text-warn" />
              )}
              <span dir="auto" className="min-w-0 break-words">
                {message}
                {count > 1 && <span className="text-soft"> ({count.toLocaleString()} contacts)</span>}
                {place && (
                  <Link
                    to="/agents/$id"
                    params={{ id: agentId }}
                    search={path?.startsWith('flow') ? {} : { tab: 'settings' }}
                    className="block text-xs text-soft underline decoration-dotted hover:text-ink"
                  >
                    In the agent: {place}
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What the calls reserve of the plan and what is available, in minutes or credits. */
function Cost({ cost, agentId }: { readonly cost: LaunchCost; readonly agentId: string }) {
  const { billingSystem: unit, required, beyond, left, suggestedAction } = cost.quote;
  const isRefused = suggestedAction !== null;
  const { isStaff, company } = useMe();
  return (
    <div className="flex flex-col gap-2">
      <p>{needWords(cost)}</p>
      <Meter
        label={`The plan's ${unit}`}
        whole={Math.max(required, left)}
        parts={[
          { name: 'covered', words: 'Reserved', value: required - beyond, fill: 'bg-accent' },
          {
            name: 'beyond',
            words: isRefused ? 'Not covered' : 'Beyond the plan',
            value: beyond,
            fill: isRefused ? 'bg-bad' : 'bg-warn',
          },
        ]}
        thick
      />
      <p className={isRefused ? 'text-xs text-bad' : 'text-xs text-soft'}>
        {restWords(cost)}{' '}
        {suggestedAction === 'purchase_minutes' && (
          <Link
            to="/agents/$id"
            params={{ id: agentId }}
            search={{ tab: 'settings' }}
            className="underline decoration-dotted"
          >
            Open the agent's settings
          </Link>
        )}
        {suggestedAction !== null && isStaff && company && (
          <>
            {' · '}
            <Link to="/companies/$id" params={{ id: company.id }} className="underline decoration-dotted">
              Change the plan
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
