import type { RunFilter } from '@parley/contract/run-results.ts';
import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { ContactsLink } from './result-lines.tsx';
import type { Run } from './run.ts';
import { type Open, versionWords } from './run-filter.tsx';

type Compared = Reply<'/runs/{id}/comparison', 'get'>['versions'][number]['reached'];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const points = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;

const contactWords = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'contact' : 'contacts'}`;

const open: Open = (filter) => ({ ...filter, tab: 'contacts' });

/** The versions of the agent side by side: how often each reached its goal, and whether the difference is more than luck. */
export function RunComparison({ run }: { readonly run: Run }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['run', run.id, 'comparison'],
    queryFn: ({ signal }) => get('/runs/{id}/comparison', { path: { id: run.id }, signal }),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines />;
  const [first] = data.versions;
  const rows = [
    { key: '', label: 'Reached', of: (version: typeof first) => version?.reached },
    ...(first?.outcomes ?? []).map(({ key, label }) => ({
      key,
      label,
      of: (version: typeof first) => version?.outcomes.find((one) => one.key === key),
    })),
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Shares with 95 % intervals. Contacts get their version by chance. A difference is clear when its
        interval excludes 0.
      </p>
      <div className="overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full text-start">
          <thead className="border-b border-line text-xs text-soft">
            <tr>
              <th scope="col" className="px-3 py-2 sm:px-4 text-start font-medium">
                Result
              </th>
              {data.versions.map(({ versionId, number, conversations }) => (
                <th
                  key={versionId}
                  scope="col"
                  className="px-3 py-2 sm:px-4 text-start font-medium whitespace-nowrap"
                >
                  {versionWords(number)} ·{' '}
                  <ContactsLink
                    label={`${versionWords(number)}: ${contactWords(conversations)}`}
                    search={open({ versionId })}
                  >
                    {contactWords(conversations)}
                  </ContactsLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, of }) => (
              <tr key={key} className="border-b border-line/60 last:border-0">
                <th scope="row" dir="auto" className="px-3 py-2 sm:px-4 text-start font-medium">
                  {label}
                </th>
                {data.versions.map((version) => (
                  <td key={version.versionId} className="px-3 py-2 sm:px-4 align-top">
                    <Share
                      of={of(version)}
                      label={`${label}, ${versionWords(version.number)}`}
                      openOf={behind(version.versionId, key)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The contacts behind the numbers of a version: of whether they were reached (no key), or of an outcome. */
const behind =
  (versionId: string, key: string) =>
  (number: 'met' | 'of' | 'unknown'): ReturnType<Open> => {
    if (key === '') return open({ versionId, step: number === 'met' ? 'COMPLETED' : 'ENDED' });
    const found: RunFilter =
      number === 'met' ? { resultValue: 'Yes' } : { resultState: number === 'of' ? 'FOUND' : 'MISSING' };
    return open({ versionId, resultKind: 'outcome', resultKey: key, ...found });
  };

function Share({
  of: compared,
  label,
  openOf,
}: {
  readonly of: (Compared & { readonly unknown?: number }) | undefined;
  readonly label: string;
  readonly openOf: ReturnType<typeof behind>;
}) {
  const unknown = compared?.unknown ?? 0;
  const link = (number: 'met' | 'of' | 'unknown', count: number, words: string) => (
    <ContactsLink label={`${label}: ${count.toLocaleString()} ${words}`} search={openOf(number)}>
      {count.toLocaleString()}
    </ContactsLink>
  );
  const notKnown = link('unknown', unknown, 'not known');
  if (!compared || compared.result.share === null || compared.result.interval === null)
    return <span className="text-soft">{unknown === 0 ? 'Nothing yet' : <>{notKnown} not known</>}</span>;
  const { result, difference } = compared;
  const { interval } = compared.result;
  return (
    <div className="flex flex-col gap-0.5 tabular-nums">
      <span className="font-medium">{percent(compared.result.share)}</span>
      <span className="text-xs text-soft">
        {link('met', result.met, 'met')} of {link('of', result.of, 'known')}, {percent(interval.low)} to{' '}
        {percent(interval.high)}
      </span>
      {unknown > 0 && <span className="text-xs text-soft">{notKnown} not known, not in the share</span>}
      {difference && (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          {/* No judgement: that an outcome is more frequent may be bad news. */}
          <Badge tone={difference.isClear ? 'accent' : 'neutral'}>
            {difference.isClear ? (difference.share > 0 ? 'Higher' : 'Lower') : 'No clear difference'}
          </Badge>
          <span className="text-soft">
            {points(difference.share)} points ({points(difference.interval.low)} to{' '}
            {points(difference.interval.high)})
          </span>
        </span>
      )}
    </div>
  );
}
