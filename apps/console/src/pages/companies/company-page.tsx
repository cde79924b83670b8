import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Eye, KeyRound } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import { useMe, useSwitchCompany } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { useDraft } from '../../components/draft.ts';
import { useFilters } from '../../components/filters.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { LoadError, PendingPage, SkeletonLines, StaffOnly } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { PlanUsage } from '../usage/plan-usage.tsx';
import { CallCeiling } from './call-ceiling.tsx';
import {
  accountQuery,
  type Company,
  CompanyFields,
  companyOf,
  companyPaths,
  draftOf,
} from './company-fields.tsx';
import { CompanyModel } from './company-model.tsx';
import { PlanForm } from './plan-form.tsx';

const trail = (
  <Link to="/companies" className="hover:underline">
    Companies
  </Link>
);

/** One company, for staff. */
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
  const look = useSwitchCompany();
  if (company === undefined) {
    return <PendingPage title="Company" trail={trail} error={error} onRetry={() => void refetch()} />;
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
            API keys
          </Link>
          {!isLookedAt && (
            <Button look="primary" icon={<Eye size={16} />} busy={look.busy} onClick={() => look.run(id)}>
              Switch to company
            </Button>
          )}
        </>
      }
    >
      <Tabs
        label="Company sections"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'plan' ? '' : name })}
        tabs={[
          { name: 'plan', words: 'Plan', content: <CompanyPlan id={id} /> },
          { name: 'about', words: 'About', content: <CompanyForm company={company} /> },
          { name: 'model', words: 'Language model', content: <CompanyModel companyId={id} /> },
          { name: 'ceiling', words: 'Call ceiling', content: <CallCeiling company={company} /> },
        ]}
      />
    </Page>
  );
}

function CompanyPlan({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(accountQuery(id));
  if (data === undefined) {
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />;
  }
  return (
    <div className="flex flex-col gap-4">
      <PlanUsage usage={data.usage} />
      <PlanForm companyId={id} plan={data.plan} />
    </div>
  );
}

/** Edits the details of a company. */
function CompanyForm({ company }: { readonly company: Company }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(company), companyOf);
  const save = useAction(
    (typed: typeof draft) =>
      patch('/console/api/companies/{id}', changesIn(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      invalidates: [['company', company.id], ['companies'], ['me']],
      done: 'Saved',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Company" draft={draft} isChanged={isChanged} save={save} shown={companyPaths}>
      <CompanyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
