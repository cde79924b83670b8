import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import { type OwnCompany as Company, useOwnCompany } from '../../api/company.ts';
import { useHasRole } from '../../api/me.ts';
import { useDraft } from '../../components/draft.ts';
import { ChangesForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import {
  type CallLimits,
  countriesNamed,
  LimitFields,
  type LimitsDraft,
  limitPaths,
  limitsDraftOf,
  limitsOf,
} from './limit-fields.tsx';

const TITLE = 'Call limits';
const LOOK_MS = 10_000;

/** What the company's calls over trunks may cost: owners set it, everybody sees it. */
export function LimitsPage() {
  const isOwner = useHasRole('owner');
  const { data, error, refetch } = useOwnCompany();
  if (data === undefined) return <PendingPage title={TITLE} error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={TITLE}>
      <p className="-mt-3 text-soft">
        They hold for calls over trunks and keep a mistake or a stolen key from running up the telephone bill.
        Simulated calls reach no telephone and are not counted here. How many calls are live at the same time
        is limited by the plan, for simulated calls as well.
      </p>
      {(perHour(data) ?? perDay(data)) !== null && <Minutes company={data} />}
      {data.callCeiling && <Ceiling ceiling={data.callCeiling} />}
      {isOwner ? <LimitsForm key={data.id} company={data} /> : <Limits company={data} />}
    </Page>
  );
}

/** The stricter of two limits; null is none. */
const stricter = (one?: number | null, other?: number | null): number | null =>
  one == null || other == null ? (one ?? other ?? null) : Math.min(one, other);

const perHour = ({ maxMinutesPerHour, callCeiling }: Company) =>
  stricter(maxMinutesPerHour, callCeiling?.maxMinutesPerHour);
const perDay = ({ maxMinutesPerDay, callCeiling }: Company) =>
  stricter(maxMinutesPerDay, callCeiling?.maxMinutesPerDay);

/** How much is used, and why calls wait. */
function Minutes({ company }: { readonly company: Company }) {
  const queryKey = ['company', company.id, 'call-minutes'];
  usePolling(LOOK_MS, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/console/api/call-minutes', { signal }),
  });
  if (data === undefined) return null;
  return (
    <>
      {data.wait && (
        <Notice tone="bad">
          Calls wait until <Time at={data.wait.until} /> at least: {data.wait.reason}.
        </Notice>
      )}
      <Section title="Minutes used">
        <Facts
          of={[
            ['This hour', `${data.thisHour} of ${perHour(company) ?? 'any number'}`],
            ['Last 24 hours', `${data.last24Hours} of ${perDay(company) ?? 'any number'}`],
            ['Reserved for live calls', data.held],
          ]}
        />
      </Section>
    </>
  );
}

function Limits({ company }: { readonly company: Company }) {
  return (
    <Section title="Limits">
      <Facts of={factsOf(company)} />
    </Section>
  );
}

const factsOf = (limits: CallLimits): [string, string | number][] => [
  ['Allowed countries', countriesNamed(limits.allowedCountries)],
  ['Maximum of minutes per hour', limits.maxMinutesPerHour ?? 'No limit'],
  ['Maximum of minutes in 24 hours', limits.maxMinutesPerDay ?? 'No limit'],
];

/** What the administrator allows at most. */
const Ceiling = ({ ceiling }: { readonly ceiling: CallLimits }) => (
  <Section title="Ceiling of the administrator">
    <p className="mb-3 text-soft">Your limits cannot exceed it. Of both, the stricter counts.</p>
    <Facts of={factsOf(ceiling)} />
  </Section>
);

function LimitsForm({ company }: { readonly company: Company }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => limitsDraftOf(company), limitsOf);
  const save = useAction(
    (typed: LimitsDraft) => patch('/companies/{id}', changesIn(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      invalidates: [['company', company.id]],
      done: 'Saved. It counts from the next call on',
      onDone: (now, typed) => saved(limitsDraftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Limits" draft={draft} isChanged={isChanged} save={save} shown={limitPaths}>
      <LimitFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
