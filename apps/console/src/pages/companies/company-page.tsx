import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Eye, KeyRound } from 'lucide-react';
import { get } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button, buttonClass } from '../../kit/button.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { useLookAt } from '../../shell/look-at.ts';
import { PlanUsage } from '../usage/plan-usage.tsx';
import { accountQuery } from './account.ts';
import { CompanyForm } from './company-form.tsx';
import { CompanyModel } from './company-model.tsx';
import { PlanForm } from './plan-form.tsx';
import { StaffOnly } from './staff-only.tsx';

const trail = (
  <Link to="/companies" className="hover:underline">
    Companies
  </Link>
);

/** One company, as staff look after it. */
export function CompanyPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <StaffOnly title="Company">
      <OneCompany key={id} id={id} />
    </StaffOnly>
  );
}

function OneCompany({ id }: { readonly id: string }) {
  const [{ tab = 'plan' }, setFilters] = useFilters();
  const { company: lookedAt } = useMe();
  const {
    data: company,
    error,
    refetch,
  } = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => get('/console/api/companies/{id}', { path: { id }, signal }),
  });
  const look = useLookAt();
  if (company === undefined) {
    return (
      <Page title="Company" trail={trail}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </Page>
    );
  }
  const isLookedAt = lookedAt?.id === id;
  return (
    <Page
      title={company.name}
      trail={trail}
      aside={isLookedAt && <Badge tone="accent">Current</Badge>}
      actions={
        <>
          <Link to="/keys" search={{ companyId: id } as never} className={buttonClass()}>
            <KeyRound size={16} aria-hidden />
            Its keys
          </Link>
          {!isLookedAt && (
            <Button look="primary" icon={<Eye size={16} />} busy={look.busy} onClick={() => look.run(id)}>
              Look at it
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label="Of the company"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'plan' ? '' : name })}
        tabs={[
          { name: 'plan', words: 'Plan', content: <CompanyPlan id={id} /> },
          { name: 'about', words: 'About', content: <CompanyForm company={company} /> },
          { name: 'model', words: 'Language model', content: <CompanyModel companyId={id} /> },
        ]}
      />
    </Page>
  );
}

function CompanyPlan({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(accountQuery(id));
  if (data === undefined) {
    return error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <PlanUsage usage={data.usage} />
      <PlanForm companyId={id} plan={data.plan} />
    </div>
  );
}
