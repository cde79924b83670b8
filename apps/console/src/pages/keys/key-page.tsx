import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useAction } from '../../api/action.ts';
import { get, patch } from '../../api/client.ts';
import { useDraft } from '../../components/draft.ts';
import { useFilters } from '../../components/filters.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { LoadError, SkeletonLines, StaffOnly } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { CompanyName } from '../companies/company-field.tsx';
import { type ApiKey, KeyState, keyDraftOf, keyOf, scopeWords } from './key.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyAudit } from './key-audit.tsx';
import { KeyFields, keyPaths } from './key-fields.tsx';

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
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
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
        label="Key sections"
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
    return <Notice tone="bad">Revoked: {apiKey.revocationReason ?? 'no reason was given'}</Notice>;
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
            'ATS key: companies it creates'
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

/** Changes what a key may do; it counts from the next request on. */
function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => keyDraftOf(apiKey), keyOf);
  const save = useAction(
    (typed: typeof draft) => patch('/api-keys/{keyId}', changesIn(typed), { path: { keyId: apiKey.id } }),
    {
      isQuiet: true,
      invalidates: [['key', apiKey.id], ['keys']],
      done: 'Saved',
      onDone: ({ data }, typed) => saved(keyDraftOf(data), typed),
    },
  );
  return (
    <ChangesForm title="Settings" draft={draft} isChanged={isChanged} save={save} shown={keyPaths}>
      <KeyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
