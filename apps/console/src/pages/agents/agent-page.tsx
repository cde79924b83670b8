import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Copy as CopyIcon, PencilRuler, Trash2 } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, isNotFound, post, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useUnsavedChanges } from '../../components/draft.ts';
import { useFilters } from '../../components/filters.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, RedirectTo } from '../../components/page.tsx';
import { Loading, PendingPage } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { agentQuery } from '../conversations/conversation.tsx';
import { type Agent, channelWords, kindWords, languageWords } from './agent.ts';
import { useAgentEditor } from './agent-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Draft, DraftNotice, draftQuery } from './draft-notice.tsx';
import { FlowTab } from './flow/flow-tab.tsx';
import { useTestRun } from './test-run.ts';

// Most visits are for the flow.
const HistoryTab = lazy(async () => ({ default: (await import('./history-tab.tsx')).HistoryTab }));
const SettingsTab = lazy(async () => ({
  default: (await import('./settings/settings-tab.tsx')).SettingsTab,
}));
const TestTab = lazy(async () => ({ default: (await import('./test-tab.tsx')).TestTab }));

const trail = <Link to="/agents">Agents</Link>;

export function AgentPage() {
  const { id = '' } = useParams({ strict: false });
  const [{ draft }] = useFilters();
  const isDraft = draft === 'yes';
  // One editor per agent: unsaved changes belong to one agent, or to its draft.
  return <OneAgent key={`${id} ${isDraft}`} id={id} isDraft={isDraft} />;
}

function OneAgent({ id, isDraft }: { readonly id: string; readonly isDraft: boolean }) {
  const [isDeleted, setDeleted] = useState(false);
  const { data, error, refetch } = useQuery(agentQuery(id));
  const draft = useQuery(draftQuery(id));
  if (isDeleted) return <RedirectTo to="/agents" />;
  if (data && (!isDraft || draft.data !== undefined))
    return (
      <AgentFrame
        agent={(isDraft ? draft.data?.agent : undefined) ?? data}
        draft={draft.data ?? null}
        isDraft={isDraft}
        isGone={isNotFound(error)}
        onDeleted={() => setDeleted(true)}
      />
    );
  return (
    <PendingPage title="Agent" trail={trail} error={error && hidden(error)} onRetry={() => void refetch()} />
  );
}

/** Users must not learn that an agent of another company exists. */
const hidden = (error: unknown): unknown =>
  error instanceof ApiFailure && error.status === 403 ? new ApiFailure(404, {}) : error;

/** An agent that was deleted meanwhile stays on the screen, because of unsaved changes, but cannot be saved. */
function AgentFrame({
  agent,
  draft,
  isDraft,
  isGone,
  onDeleted,
}: {
  readonly agent: Agent;
  readonly draft: Draft | null;
  /** The draft is edited, not the published version. */
  readonly isDraft: boolean;
  readonly isGone: boolean;
  readonly onDeleted: () => void;
}) {
  const mayWrite = useHasRole('member');
  const mayChange = mayWrite && !isGone;
  const [{ tab = 'flow' }, setFilters] = useFilters();
  const version = { isDraft, hasDraft: draft !== null };
  const tests = useTestRun(agent, version);
  // What was saved is tested at once: a broken test case is seen before somebody is called.
  const editor = useAgentEditor(agent, version, (saved) => tests.runAgain(saved.updatedAt));
  const [isComparing, setComparing] = useState(false);
  const { failure } = editor.save;
  const { show } = editor.flowEditor;
  useEffect(() => {
    if (failure?.status === 409) setComparing(true);
    else if (failure) show(failure.violations.filter(({ path }) => path.startsWith('flow')));
  }, [failure, show]);
  useUnsavedChanges(
    editor.isDirty && !isGone,
    'Flow changes are kept in this window until you close it. Changes to settings will be lost.',
  );

  return (
    <Page
      title={agent.name}
      isWide={tab === 'flow'}
      trail={trail}
      aside={
        <>
          {isDraft && <Badge tone="warn">Draft</Badge>}
          <Badge tone={agent.custom ? 'accent' : 'neutral'}>{kindWords(agent)}</Badge>
          <span className="text-xs text-soft">
            {channelWords[agent.type]} · {languageWords(agent.language)} · up to {agent.duration} min
          </span>
        </>
      }
      actions={
        mayChange && (
          <AgentActions
            agent={agent}
            isDraft={isDraft && draft !== null}
            onDraft={isDraft || draft ? undefined : () => setFilters({ draft: 'yes' })}
            onDeleted={onDeleted}
          />
        )
      }
    >
      {isGone && (
        <Notice tone="bad">
          This agent was deleted and can no longer be saved
          {editor.isDirty && '. Your changes are still shown so that you can copy them'}.
        </Notice>
      )}
      {!isGone && (
        <DraftNotice
          agentId={agent.id}
          draft={draft}
          isEditing={isDraft}
          isDirty={editor.isDirty}
          mayChange={mayChange}
          onOpen={() => setFilters({ draft: 'yes' })}
          onClose={() => setFilters({ draft: undefined })}
        />
      )}
      {editor.isBehind && editor.isDirty && !isGone && (
        <Notice
          tone="warn"
          action={
            <Button size="small" onClick={() => setComparing(true)}>
              Compare changes
            </Button>
          }
        >
          Somebody else changed this agent while you were editing. Your changes are not saved yet.
        </Notice>
      )}
      {failure && failure.violations.length === 0 && failure.status !== 409 && failure.status !== 401 && (
        <p role="alert" className="text-bad">
          Not saved. {failure.message}
        </p>
      )}
      <Tabs
        label="Agent sections"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'flow' ? undefined : name })}
        tabs={[
          {
            name: 'flow',
            words: 'Flow',
            content: <FlowTab editor={editor} tests={tests} isReadOnly={!mayChange} />,
          },
          {
            name: 'settings',
            words: 'Settings',
            content: (
              <Loading>
                <SettingsTab editor={editor} isReadOnly={!mayChange} />
              </Loading>
            ),
          },
          ...(isGone
            ? []
            : [
                {
                  name: 'try',
                  words: 'Test',
                  content: (
                    <Loading>
                      <TestTab agent={agent} isDirty={editor.isDirty} version={version} tests={tests} />
                    </Loading>
                  ),
                },
              ]),
          ...(isGone
            ? []
            : [
                {
                  name: 'history',
                  words: 'History',
                  content: (
                    <Loading>
                      <HistoryTab agent={agent} mayChange={mayChange} />
                    </Loading>
                  ),
                },
              ]),
        ]}
      />
      <ConflictDialog editor={editor} isOpen={isComparing} onClose={() => setComparing(false)} />
    </Page>
  );
}

function AgentActions({
  agent,
  isDraft,
  onDraft,
  onDeleted,
}: {
  readonly agent: Agent;
  /** The draft is what is shown, and duplicated. */
  readonly isDraft: boolean;
  /** Undefined: there is a draft already. */
  readonly onDraft: (() => void) | undefined;
  readonly onDeleted: () => void;
}) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const copy = useAction(
    () => post('/console/api/agents/{id}/copy', { draft: isDraft }, { path: { id: agent.id } }),
    {
      done: 'Agent duplicated. This is the copy',
      invalidates: [['agents']],
      onDone: ({ id }) => void navigate({ href: `/agents/${id}` }),
    },
  );
  const erase = useAction(() => remove('/agents/{id}', { path: { id: agent.id } }), {
    done: 'Agent deleted',
    invalidates: [['agents']],
    onDone: onDeleted,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${agent.name}?`,
      words: 'It stops calling and cannot be restored. Its past conversations are kept.',
      yes: 'Delete agent',
    });
    if (isSure) erase.run(undefined);
  };
  return (
    <MoreMenu
      items={[
        ...(onDraft
          ? [{ words: 'Edit as a draft', icon: <PencilRuler size={14} />, onChoose: onDraft }]
          : []),
        { words: 'Duplicate agent', icon: <CopyIcon size={14} />, onChoose: () => copy.run(undefined) },
        { words: 'Delete agent…', icon: <Trash2 size={14} />, onChoose: () => void ask(), isDanger: true },
      ]}
    />
  );
}
