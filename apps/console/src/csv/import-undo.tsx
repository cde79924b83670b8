import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ApiFailure, post } from '../api/client.ts';
import { useHasRole } from '../api/me.ts';
import { Button } from '../components/button.tsx';
import { useConfirm } from '../components/dialog.tsx';
import { useToast } from '../components/notice.tsx';

/** Takes an import back, as often as the service needs to be asked. */
export function UndoImport({
  importId,
  isSmall = false,
  onDone,
}: {
  readonly importId: string;
  readonly isSmall?: boolean;
  readonly onDone?: () => void;
}) {
  const [busy, setBusy] = useState<number>();
  const mayUndo = useHasRole('member');
  const confirm = useConfirm();
  const say = useToast();
  const queries = useQueryClient();
  const undo = async () => {
    const isSure = await confirm({
      title: 'Undo this import?',
      words:
        'Contacts that it created are deleted, and contacts that it changed get their earlier values back. Contacts that somebody changed or called since are kept.',
      yes: 'Undo import',
    });
    if (!isSure) return;
    setBusy(0);
    try {
      for (;;) {
        const { import: one, remaining } = await post('/contact-imports/{id}/undo', undefined, {
          path: { id: importId },
        });
        setBusy(one.removed + one.restored + one.kept);
        if (remaining > 0) continue;
        const kept =
          one.kept > 0 ? ` ${one.kept.toLocaleString()} kept: they were changed or called since.` : '';
        say({
          words: `Import undone: ${one.removed.toLocaleString()} deleted, ${one.restored.toLocaleString()} restored.${kept}`,
        });
        onDone?.();
        break;
      }
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.status !== 401) say({ words: error.message, tone: 'bad' });
    } finally {
      setBusy(undefined);
      for (const key of ['contacts', 'contact-imports']) void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  if (!mayUndo) return null;
  return (
    <Button
      icon={<Undo2 size={14} />}
      size={isSmall ? 'small' : 'normal'}
      busy={busy !== undefined}
      onClick={() => void undo()}
    >
      {busy === undefined ? 'Undo import' : `Undoing… ${busy.toLocaleString()}`}
    </Button>
  );
}
