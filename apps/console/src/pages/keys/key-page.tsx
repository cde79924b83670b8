import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Ban, Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Action, useAction } from '../../api/action.ts';
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
import { companyKeys, type KeyApi, staffKeys, touchedBy } from './key-api.ts';
import { KeyAudit } from './key-audit.tsx';
import { CompanyName, KeyFields, keyPaths } from './key-fields.tsx';

/** One key, for staff: its facts, audit log and settings. */
export function KeyPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <StaffOnly title="API key">
      <OneKey
        key={id}
        id={id}
        api={staffKeys}
        trail={
          <Link to="/keys" className="hover:underline">
            API keys
          </Link>
        }
      />
    </StaffOnly>
  );
}

/** One key of the company, for its owners. */
export function CompanyKeyPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <OneKey
      key={id}
      id={id}
      api={companyKeys}
      trail={
        <Link to="/people" search={{ tab: 'keys' }} className="hover:underline">
          API keys
        </Link>
      }
    />
  );
}

function OneKey({
  id,
  api,
  trail,
}: {
  readonly id: string;
  readonly api: KeyApi;
  readonly trail: ReactNode;
}) {
  const [{ tab = 'audit' }, setFilters] = useFilters();
  const {
    data: apiKey,
    error,
    refetch,
  } = useQuery({
    queryKey: [api.names[0], id],
    queryFn: ({ signal }) => api.read(id, signal),
  });
  if (apiKey === undefined) {
    return <PendingPage title="API key" trail={trail} error={error} onRetry={() => void refetch()} />;
  }
  const isFixed = apiKey.status === 'REVOKED' || apiKey.mayChange === false;
  return (
    <Page
      title={apiKey.name}
      trail={trail}
      aside={<KeyState status={apiKey.status} />}
      actions={<KeyActions apiKey={apiKey} api={api} />}
    >
      <KeyNotice apiKey={apiKey} />
      <Section title="About">
        <KeyFacts apiKey={apiKey} isForStaff={api === staffKeys} />
      </Section>
      <Tabs
        label="Key sections"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'audit' ? '' : name })}
        tabs={[
          { name: 'audit', words: 'Audit log', content: <KeyAudit keyId={id} api={api} /> },
          ...(isFixed
            ? []
            : [{ name: 'settings', words: 'Settings', content: <KeyForm apiKey={apiKey} api={api} /> }]),
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
  if (apiKey.mayChange === false)
    return (
      <Notice>
        An administrator of this installation manages this key: ask them to change it. You can revoke it.
      </Notice>
    );
  return null;
}

function KeyFacts({ apiKey, isForStaff }: { readonly apiKey: ApiKey; readonly isForStaff: boolean }) {
  const { companyId, environment, scopes, allowedIPs, expiresAt } = apiKey;
  const company =
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
    );
  return (
    <Facts
      of={[
        ...(isForStaff ? [['Company', company] as const] : []),
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
function KeyForm({ apiKey, api }: { readonly apiKey: ApiKey; readonly api: KeyApi }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => keyDraftOf(apiKey), keyOf);
  const save = useAction((typed: typeof draft) => api.change(apiKey.id, changesIn(typed)), {
    isQuiet: true,
    invalidates: touchedBy(api, apiKey.id),
    done: 'Saved',
    onDone: (changed, typed) => saved(keyDraftOf(changed), typed),
  });
  return (
    <ChangesForm title="Settings" draft={draft} isChanged={isChanged} save={save} shown={keyPaths}>
      <KeyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}

/** Suspending can be undone; revoking cannot. */
function KeyActions({ apiKey, api }: { readonly apiKey: ApiKey; readonly api: KeyApi }) {
  const [asking, setAsking] = useState<'suspend' | 'revoke'>();
  const { id } = apiKey;
  const invalidates = touchedBy(api, id);
  const onDone = () => setAsking(undefined);
  const suspend = useAction(
    (suspensionReason: string) => api.change(id, { suspended: true, suspensionReason }),
    { isQuiet: true, invalidates, onDone, done: 'Key suspended' },
  );
  const resume = useAction(() => api.change(id, { suspended: false }), {
    invalidates,
    done: 'Key resumed',
  });
  const revoke = useAction((revocationReason: string) => api.revoke(id, revocationReason), {
    isQuiet: true,
    invalidates,
    onDone,
    done: 'Key revoked',
  });
  if (apiKey.status === 'REVOKED') return null;
  return (
    <>
      {apiKey.mayChange === false ? null : apiKey.status === 'SUSPENDED' ? (
        <Button icon={<Play size={16} />} busy={resume.busy} onClick={() => resume.run(undefined)}>
          Resume key
        </Button>
      ) : (
        <Button icon={<Pause size={16} />} onClick={() => setAsking('suspend')}>
          Suspend key…
        </Button>
      )}
      <Button look="danger" icon={<Ban size={16} />} onClick={() => setAsking('revoke')}>
        Revoke key…
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
