import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

/** A secret that nobody can read again: it goes away only when somebody says that they have it. */
export function SecretDialog({
  title,
  words,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly words: string;
  readonly secret: string | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} isOpen={secret !== undefined} isSticky onClose={onClose}>
      <p className="text-soft">{words}</p>
      <div className="rounded-lg border border-line bg-ground px-3 py-2">
        <Copy text={secret ?? ''} label="Copy" />
      </div>
      <Notice tone="warn">It is shown only once. Store it now.</Notice>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
