import { Mic, Redo2, ShieldCheck, Undo2 } from 'lucide-react';
import { lazy, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { type ContactField, useCatalog } from '../../../api/catalog.ts';
import { post } from '../../../api/client.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Empty, Loading } from '../../../components/placeholder.tsx';
import type { Flow } from '../../../flow/flow.model.ts';
import { locate } from '../../../flow/flow-tree.ts';
import { focusWords } from '../agent.ts';
import type { AgentEditor } from '../agent-editor.ts';
import type { TestRun } from '../test-run.ts';
import { type EditorTools, type EditorView, ToolsProvider, ViewProvider } from './editor-context.ts';
import type { FlowEditor } from './flow-editor.ts';
import { FlowGraph } from './flow-graph.tsx';
import { useFlowPaths } from './flow-paths.ts';
import { FlowTests } from './flow-tests.tsx';
import { Outline } from './outline.tsx';
import { FindingList, preflightTitle } from './preflight-panel.tsx';

// Loaded on demand: few users talk, and the audio code is large.
const Talk = lazy(async () => ({ default: (await import('./talk.tsx')).Talk }));

const none: readonly ContactField[] = [];

/** The flow of an agent as outline and diagram. */
export function FlowTab({
  editor,
  tests,
  isReadOnly,
}: {
  readonly editor: AgentEditor;
  readonly tests: TestRun;
  readonly isReadOnly: boolean;
}) {
  const { agent, flowEditor } = editor;
  if (flowEditor.flow)
    return <FlowWorkspace editor={editor} tests={tests} flow={flowEditor.flow} isReadOnly={isReadOnly} />;
  return (
    <Empty
      title={`This agent has no flow. Its focus: ${agent.focus ? focusWords[agent.focus].toLowerCase() : 'none'}`}
      action={
        !isReadOnly && (
          <Button look="primary" onClick={flowEditor.begin}>
            Create flow
          </Button>
        )
      }
    >
      A flow lets you decide what the agent says, what it asks and how the call branches. It then needs no
      job.
    </Empty>
  );
}

function FlowWorkspace({
  editor,
  tests,
  flow,
  isReadOnly,
}: {
  readonly editor: AgentEditor;
  readonly tests: TestRun;
  readonly flow: Flow;
  readonly isReadOnly: boolean;
}) {
  const { agent, flowEditor, save } = editor;
  const { data: fields = none } = useCatalog();
  const [view, setView] = useState<'outline' | 'drawing'>('outline');
  const [checked, setChecked] = useState<{ readonly title: string; readonly isClean: boolean }>();
  const [announced, announce] = useState('');
  const [isTalking, setTalking] = useState(false);
  const check = useAction(
    (draft: boolean) => post('/agents/{id}/preflight', { draft }, { path: { id: agent.id } }),
    {
      onDone: (result) => {
        setChecked({ title: preflightTitle(result), isClean: result.problems.length === 0 });
        flowEditor.show(result.problems);
      },
    },
  );

  const saveFlow = async (): Promise<boolean> => {
    setChecked(undefined);
    return editor.saveFlow();
  };
  const checkFlow = async () => {
    const isSaving = !isReadOnly && flowEditor.isDirty;
    if (isSaving && !(await saveFlow())) return;
    // What is open is checked: the draft, once there is one.
    check.run(editor.isDraft && (editor.hasDraft || isSaving));
  };
  const onKey = (event: KeyboardEvent) => {
    const isOtherCompany = document.querySelector('dialog[open]') !== null;
    if (isReadOnly || isOtherCompany || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) flowEditor.undo();
    else if ((key === 'z' && event.shiftKey) || key === 'y') flowEditor.redo();
    else if (key === 's') void (flowEditor.isDirty && !save.busy && saveFlow());
    else return;
    event.preventDefault();
  };

  // On the document, because the focus is lost when its block is removed.
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const { edit, select, selected, problems } = flowEditor;
  const latest = useRef(flow);
  latest.current = flow;
  const tools = useMemo<EditorTools>(
    () => ({ now: () => latest.current, edit, select, fields, isReadOnly, announce }),
    [edit, select, fields, isReadOnly],
  );
  const looked = useMemo<EditorView>(() => ({ selected, problems }), [selected, problems]);
  const go = useCallback(
    (id: string) => {
      setView('outline');
      select(cardOf(latest.current, id));
      requestAnimationFrame(() =>
        document.querySelector(`[data-block="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' }),
      );
    },
    [select],
  );
  const paths = useFlowPaths(agent, editor.isDraft, tests, flow);
  // The diagram may lag behind; typing must not.
  const drawn = useDeferredValue(flow);
  // Errors are shown until the flow is sent again.
  const refused = save.failure && save.failure.status !== 409 && problems.length > 0 && !checked;
  return (
    <ToolsProvider value={tools}>
      <ViewProvider value={looked}>
        <div className="flex flex-col gap-3">
          <FlowToolbar
            flowEditor={flowEditor}
            view={view}
            onView={setView}
            onSave={() => void saveFlow()}
            onCheck={() => void checkFlow()}
            isSaving={save.busy}
            isChecking={check.busy}
            isReadOnly={isReadOnly}
            onTalk={isReadOnly ? undefined : () => setTalking(true)}
          />
          {refused && (
            <FindingList title="Not saved: the flow has errors" flow={flow} problems={problems} onGo={go} />
          )}
          {/** Findings of blocks that were changed since are hidden. */}
          {checked && (checked.isClean || problems.length > 0) && (
            <FindingList
              title={checked.title}
              flow={flow}
              problems={problems}
              onGo={go}
              onClose={() => {
                setChecked(undefined);
                flowEditor.show([]);
              }}
            />
          )}
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className={classNames('min-w-0', view === 'drawing' && 'hidden xl:block')}>
              <Outline flow={flow} />
            </div>
            <div className="order-first flex min-w-0 flex-col gap-3 xl:sticky xl:top-14 xl:order-none xl:h-[calc(100dvh-7rem)]">
              {isTalking && (
                <Loading>
                  <Talk
                    agentId={agent.id}
                    isDraft={editor.isDraft && editor.hasDraft}
                    isDirty={flowEditor.isDirty}
                    onClose={() => setTalking(false)}
                  />
                </Loading>
              )}
              <FlowTests agent={agent} tests={tests} paths={paths} flow={flow} onGo={go} />
              <div
                className={classNames(
                  'h-[70dvh] min-h-64 xl:block xl:h-auto xl:flex-1',
                  view === 'outline' && 'hidden',
                )}
              >
                <FlowGraph
                  flow={drawn}
                  selected={selected}
                  problems={problems}
                  trace={paths.trace}
                  onSelect={go}
                />
              </div>
            </div>
          </div>
          <output aria-live="polite" className="sr-only">
            {announced}
          </output>
        </div>
      </ViewProvider>
    </ToolsProvider>
  );
}

/** A question has no card of its own: select its section. */
function cardOf(flow: Flow, id: string): string {
  const place = locate(flow, id)?.place;
  return place?.kind === 'questions' ? place.owner : id;
}

/** The toolbar of the flow, always visible. */
function FlowToolbar({
  flowEditor,
  view,
  onView,
  onSave,
  onCheck,
  isSaving,
  isChecking,
  isReadOnly,
  onTalk,
}: {
  readonly flowEditor: FlowEditor;
  readonly view: 'outline' | 'drawing';
  readonly onView: (view: 'outline' | 'drawing') => void;
  readonly onSave: () => void;
  readonly onCheck: () => void;
  readonly isSaving: boolean;
  readonly isChecking: boolean;
  readonly isReadOnly: boolean;
  readonly onTalk: (() => void) | undefined;
}) {
  return (
    <div className="sticky top-0 z-20 -mx-1 flex flex-wrap items-center gap-2 bg-ground px-1 py-2">
      {!isReadOnly && (
        <>
          <IconButton
            label="Undo (Ctrl Z)"
            icon={<Undo2 size={16} className="rtl:-scale-x-100" />}
            disabled={!flowEditor.canUndo}
            onClick={flowEditor.undo}
          />
          <IconButton
            label="Redo (Shift Ctrl Z)"
            icon={<Redo2 size={16} className="rtl:-scale-x-100" />}
            disabled={!flowEditor.canRedo}
            onClick={flowEditor.redo}
          />
        </>
      )}
      <Button
        size="small"
        className="xl:hidden"
        aria-pressed={view === 'drawing'}
        onClick={() => onView(view === 'drawing' ? 'outline' : 'drawing')}
      >
        {view === 'drawing' ? 'Show outline' : 'Show diagram'}
      </Button>
      <span role="status" className="me-auto text-xs text-soft">
        {isReadOnly ? '' : flowEditor.isDirty ? 'Unsaved changes' : 'Saved'}
      </span>
      {!isReadOnly && flowEditor.isDirty && (
        <Button look="quiet" onClick={flowEditor.discard}>
          Discard changes
        </Button>
      )}
      {onTalk && (
        <Button icon={<Mic size={16} aria-hidden />} onClick={onTalk}>
          Talk to agent
        </Button>
      )}
      <Button icon={<ShieldCheck size={16} aria-hidden />} busy={isChecking} onClick={onCheck}>
        {flowEditor.isDirty && !isReadOnly ? 'Save and check flow' : 'Check flow'}
      </Button>
      {!isReadOnly && (
        <Button look="primary" busy={isSaving} disabled={!flowEditor.isDirty} onClick={onSave}>
          Save flow
        </Button>
      )}
    </div>
  );
}
