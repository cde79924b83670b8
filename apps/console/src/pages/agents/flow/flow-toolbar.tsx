import { Redo2, ShieldCheck, Undo2 } from 'lucide-react';
import { Button, IconButton } from '../../../kit/button.tsx';
import type { FlowEditor } from './flow-editor.ts';

/** What can be done with the whole flow. It stays in sight. */
export function FlowToolbar({
  editor,
  view,
  onView,
  onSave,
  onCheck,
  isSaving,
  isChecking,
  isReadOnly,
}: {
  readonly editor: FlowEditor;
  readonly view: 'outline' | 'drawing';
  readonly onView: (view: 'outline' | 'drawing') => void;
  readonly onSave: () => void;
  readonly onCheck: () => void;
  readonly isSaving: boolean;
  readonly isChecking: boolean;
  readonly isReadOnly: boolean;
}) {
  return (
    <div className="sticky top-0 z-20 -mx-1 flex flex-wrap items-center gap-2 bg-ground px-1 py-2">
      {!isReadOnly && (
        <>
          <IconButton
            label="Undo (Ctrl Z)"
            icon={<Undo2 size={16} className="rtl:-scale-x-100" />}
            disabled={!editor.canUndo}
            onClick={editor.undo}
          />
          <IconButton
            label="Redo (Shift Ctrl Z)"
            icon={<Redo2 size={16} className="rtl:-scale-x-100" />}
            disabled={!editor.canRedo}
            onClick={editor.redo}
          />
        </>
      )}
      <Button
        size="small"
        className="xl:hidden"
        aria-pressed={view === 'drawing'}
        onClick={() => onView(view === 'drawing' ? 'outline' : 'drawing')}
      >
        {view === 'drawing' ? 'Show the outline' : 'Show the drawing'}
      </Button>
      <span role="status" className="me-auto text-xs text-soft">
        {isReadOnly ? '' : editor.isDirty ? 'Not saved yet' : 'Saved'}
      </span>
      {!isReadOnly && editor.isDirty && (
        <Button look="quiet" onClick={editor.discard}>
          Discard
        </Button>
      )}
      <Button icon={<ShieldCheck size={16} aria-hidden />} busy={isChecking} onClick={onCheck}>
        {editor.isDirty && !isReadOnly ? 'Save and check' : 'Check'}
      </Button>
      {!isReadOnly && (
        <Button look="primary" busy={isSaving} disabled={!editor.isDirty} onClick={onSave}>
          Save
        </Button>
      )}
    </div>
  );
}
