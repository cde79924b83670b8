import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Ban, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get, patch, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useDraft } from '../../components/draft.ts';
import { TextArea } from '../../components/field.tsx';
import { useFilters } from '../../components/filters.tsx';
import { ChangesForm, DialogForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage, StaffOnly } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { type ApiKey, KeyState, keyDraftOf, keyOf, scopeWords } from './key.tsx';
import { KeyAudit } from './key-audit.tsx';
import { CompanyName, KeyFields, keyPaths } from './key-fields.tsx';

const trail = (
  <Link to="/keys" className="hover:underline">
    API keys
  </Link>
);

/** One key: its facts, audit log and settings. */
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
    return <PendingPage title="API key" trail={trail} error={error} onRetry={() => void refetch()} />;
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
        ['Calls', environment === 'test' ? 'Simulated: nobody is called' : 'Live'],
        ['Scopes', scopeWords(scopes)],
        ['Allowed IP addresses', allowedIPs.length === 0 ? 'Any' : allowedIPs.join(', ')],
        ['Expires', expiresAt === null ? 'Never' : <Time key="expires" at={expiresAt} exact />],
        ['Created', <Time key="created" at={apiKey.createdAt} exact />],
      ]}
    />
  );
}

/** Edits a key; changes apply from the next request on. */
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

/** Suspending can be undone; revoking cannot. */
export function KeyActions({ apiKey }: { readonly apiKey: ApiKey }) {
  const [asking, setAsking] = useState<'suspend' | 'revoke'>();
  const path = { keyId: apiKey.id };
  const invalidates = [['key', apiKey.id], ['keys']];
  const onDone = () => setAsking(undefined);
  const suspend = useAction(
    (suspensionReason: string) => patch('/api-keys/{keyId}', { suspended: true, suspensionReason }, { path }),
    { isQuiet: true, invalidates, onDone, done: 'Key suspended' },
  );
  const resume = useAction(() => patch('/api-keys/{keyId}', { suspended: false }, { path }), {
    invalidates,
    done: 'Key resumed',
  });
  const revoke = useAction(
    (revocationReason: string) => remove('/api-keys/{keyId}', { path }, { revocationReason }),
    { isQuiet: true, invalidates, onDone, done: 'Key revoked' },
  );
  if (apiKey.status === 'REVOKED') return null;
  return (
    <>
      {apiKey.status === 'SUSPENDED' ? (
        <Button icon={<Play size={16} />} busy={resume.busy} onClick={() => resume.run(undefined)}>
          Resume
        </Button>
      ) : (
        <Button icon={<Pause size={16} />} onClick={() => setAsking('suspend')}>
          Suspend…
        </Button>
      )}
      <Button look="danger" icon={<Ban size={16} />} onClick={() => setAsking('revoke')}>
        Revoke…
      </Button>
      <ReasonDialog
        title="Suspend this key?"
        words="Requests with this key are refused until you resume it."
        yes="Suspend key"
        path="suspensionReason"
        act={suspend}
        isOpen={asking === 'suspend'}
        onClose={() => setAsking(undefined)}
      />
      <ReasonDialog
        title="Revoke this key?"
        words="Requests with this key are refused from now on. This cannot be undone."
        yes="Revoke key"
        path="revocationReason"
        act={revoke}
        isOpen={asking === 'revoke'}
        onClose={() => setAsking(undefined)}
      />
    </>
  );
}

/** Asks for the reason of an action; it is kept in the audit log. */
function ReasonDialog({
  title,
  words,
  yes,
  path,
  act,
  isOpen,
  onClose,
}: {
  readonly title: string;
  readonly words: string;
  /** The label of the button. */
  readonly yes: string;
  /** The API's name of the reason. */
  readonly path: string;
  readonly act: Action<string, unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <DialogForm
        action={act}
        shown={[path]}
        verb={yes}
        look="danger"
        onSubmit={() => act.run(reason)}
        onCancel={onClose}
      >
        <p className="text-soft">{words}</p>
        <TextArea
          label="Reason"
          required
          value={reason}
          error={act.errorAt(path)}
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
