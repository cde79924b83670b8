import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import type { Run } from './run.ts';

type Compared = Reply<'/runs/{id}/comparison', 'get'>['versions'][number]['reached'];

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const points = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;

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
              <th scope="col" className="px-4 py-2 text-start font-medium">
                Result
              </th>
              {data.versions.map(({ versionId, number, conversations }) => (
                <th
                  key={versionId}
                  scope="col"
                  className="px-4 py-2 text-start font-medium whitespace-nowrap"
                >
                  {number === null ? 'Deleted version' : `Version ${number}`} ·{' '}
                  {conversations.toLocaleString()} {conversations === 1 ? 'contact' : 'contacts'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, of }) => (
              <tr key={key} className="border-b border-line/60 last:border-0">
                <th scope="row" dir="auto" className="px-4 py-2 text-start font-medium">
                  {label}
                </th>
                {data.versions.map((version) => (
                  <td key={version.versionId} className="px-4 py-2 align-top">
                    <Share of={of(version)} />
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

function Share({ of: compared }: { readonly of: Compared | undefined }) {
  if (!compared || compared.result.share === null || compared.result.interval === null)
    return <span className="text-soft">Nothing yet</span>;
  const { result, difference } = compared;
  const { interval } = compared.result;
  return (
    <div className="flex flex-col gap-0.5 tabular-nums">
      <span className="font-medium">{percent(compared.result.share)}</span>
      <span className="text-xs text-soft">
        {result.met.toLocaleString()} of {result.of.toLocaleString()}, {percent(interval.low)} to{' '}
        {percent(interval.high)}
      </span>
      {difference && (
        <span className="flex flex-wrap items-center gap-2 text-xs">
          <Badge tone={!difference.isClear ? 'neutral' : difference.share > 0 ? 'good' : 'bad'}>
            {difference.isClear ? (difference.share > 0 ? 'Better' : 'Worse') : 'No clear difference'}
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
