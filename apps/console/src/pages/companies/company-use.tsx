import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../kit/skeleton.tsx';
import { PlanStatus } from '../usage/plan-usage.tsx';
import { accountQuery } from './account.ts';

/** The state of a company's plan in a row: whether it may call, and how much is left. */
export function CompanyUse({ id }: { readonly id: string }) {
  const { data, isPending } = useQuery(accountQuery(id));
  if (isPending) return <Skeleton className="h-4 w-32" />;
  if (data === undefined) return <span className="text-soft">–</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <PlanStatus status={data.plan.status} />
      <span className="text-soft tabular-nums">
        {data.usage.available.toLocaleString()}
        <span className="hidden lg:inline"> {data.plan.billingSystem}</span> left
      </span>
    </span>
  );
}
