import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import { useFilters } from '../../kit/filters.ts';
import { Notice } from '../../kit/notice.tsx';
import { Facts, Page, Section } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Time } from '../../kit/time.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { CompanyName } from '../companies/company-name.tsx';
import { StaffOnly } from '../companies/staff-only.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyAudit } from './key-audit.tsx';
import type { ApiKey } from './key-draft.ts';
import { KeyForm } from './key-form.tsx';
import { KeyState } from './key-state.tsx';
import { scopeWords } from './scopes.ts';

const trail = (
  <Link to="/keys" className="hover:underline">
    API keys
  </Link>
);

/** One key: what it may do, and what was done with it. */
export function KeyPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <StaffOnly title="API key">
      <OneKey key={id} id={id} />
    </StaffOnly>
  );
}

function OneKey({ id }: { readonly id: string }) {
  const [{ tab = 'audit' }, setFilters] = useFilters();
  const { data, error, refetch } = useQuery({
    queryKey: ['key', id],
    queryFn: ({ signal }) => get('/api-keys/{keyId}', { path: { keyId: id }, signal }),
  });
  if (data === undefined) {
    return (
      <Page title="API key" trail={trail}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </Page>
    );
  }
  const apiKey = data.data;
  return (
    <Page
      title={apiKey.name}
      trail={trail}
      aside={<KeyState status={apiKey.status} />}
      actions={<KeyActions apiKey={apiKey} />}
    >
      <KeyNotice apiKey={apiKey} />
      <Section title="About">
        <KeyFacts apiKey={apiKey} />
      </Section>
      <Tabs
        label="Of the key"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'audit' ? '' : name })}
        tabs={[
          { name: 'audit', words: 'Audit log', content: <KeyAudit keyId={id} /> },
          ...(apiKey.status === 'REVOKED'
            ? []
            : [{ name: 'settings', words: 'Settings', content: <KeyForm apiKey={apiKey} /> }]),
        ]}
      />
    </Page>
  );
}

function KeyNotice({ apiKey }: { readonly apiKey: ApiKey }) {
  if (apiKey.status === 'SUSPENDED')
    return <Notice tone="warn">Suspended: {apiKey.suspensionReason ?? 'no reason was given'}</Notice>;
  if (apiKey.status === 'REVOKED')
    return <Notice tone="bad">Revoked for good: {apiKey.revocationReason ?? 'no reason was given'}</Notice>;
  return null;
}

function KeyFacts({ apiKey }: { readonly apiKey: ApiKey }) {
  const { companyId, environment, scopes, allowedIPs, expiresAt } = apiKey;
  return (
    <Facts
      of={[
        [
          'Company',
          companyId === null ? (
            'An ATS key: those that it creates'
          ) : (
            <Link
              key="company"
              to="/companies/$id"
              params={{ id: companyId }}
              className="text-accent hover:underline"
            >
              <CompanyName id={companyId} />
            </Link>
          ),
        ],
        ['Calls', environment === 'test' ? 'Simulated: they never leave the machine' : 'Live'],
        ['May do', scopeWords(scopes)],
        ['Addresses', allowedIPs.length === 0 ? 'From everywhere' : allowedIPs.join(', ')],
        ['Expires', expiresAt === null ? 'Never' : <Time key="expires" at={expiresAt} exact />],
        ['Created', <Time key="created" at={apiKey.createdAt} exact />],
      ]}
    />
  );
}
