import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Copy } from './copy.tsx';
import { Notice } from './notice.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Only its own buttons close it, because closing would lose something. */
  readonly isSticky?: boolean;
}

/** The browser's dialog element: it traps the focus, dims the page and closes with Escape. */
export function Dialog({ title, isOpen, onClose, children, wide = false, isSticky = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [isShown, setShown] = useState(false);
  // Render the content only in an open dialog: nothing in a closed one can have the focus.
  useLayoutEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
    setShown(isOpen);
  }, [isOpen]);
  useLayoutEffect(() => {
    if (isShown && dialog.current) focusFirst(dialog.current);
  }, [isShown]);
  /** A browser lets a page prevent closing once; the second Escape would close the dialog. */
  const closed = () => {
    if (!isOpen || dialog.current?.open) return;
    if (isSticky) dialog.current?.showModal();
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (isSticky && event.key === 'Escape') event.preventDefault();
      }}
      onClose={(event) => event.target === event.currentTarget && closed()}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSticky) onClose();
      }}
      className={classNames(
        'm-auto max-h-[90dvh] w-[calc(100vw-2rem)] overflow-auto rounded-xl border border-line bg-raised p-0 text-ink shadow-2xl',
        wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      {isOpen && isShown && (
        <div className="flex flex-col gap-4 p-5">
          <header className="flex items-start gap-2">
            <h2 id={heading} className="me-auto text-base font-semibold">
              {title}
            </h2>
            {!isSticky && <IconButton label="Close" icon={<X size={16} />} onClick={onClose} />}
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}

/** Focuses the first field, unless the content has focused something else. */
function focusFirst(dialog: HTMLDialogElement): void {
  const focused = document.activeElement;
  if (focused !== dialog && dialog.contains(focused)) return;
  const field =
    'input:not([type=checkbox],[type=radio],:disabled), select:not(:disabled), textarea:not(:disabled)';
  (dialog.querySelector<HTMLElement>(field) ?? dialog.querySelector<HTMLElement>('button'))?.focus();
}

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 pt-1">{children}</footer>;
}

interface Question {
  readonly title: string;
  /** What will happen, and what cannot be undone. */
  readonly words: ReactNode;
  /** The verb: "Cancel run", never "OK". */
  readonly yes: string;
  readonly no?: string;
  readonly isDanger?: boolean;
}

const Context = createContext<(question: Question) => Promise<boolean>>(async () => false);

/** Asks before what cannot be undone: `if (await confirm({…})) …`. */
export const useConfirm = () => useContext(Context);

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const ask = useCallback((asked: Question) => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const reply = (yes: boolean) => {
    answer.current?.(yes);
    answer.current = undefined;
    setQuestion(undefined);
  };
  return (
    <Context value={ask}>
      {children}
      <Dialog title={question?.title ?? ''} isOpen={question !== undefined} onClose={() => reply(false)}>
        <div className="text-soft">{question?.words}</div>
        <DialogActions>
          <Button autoFocus onClick={() => reply(false)}>
            {question?.no ?? 'Cancel'}
          </Button>
          <Button look={question?.isDanger === false ? 'primary' : 'danger'} onClick={() => reply(true)}>
            {question?.yes}
          </Button>
        </DialogActions>
      </Dialog>
    </Context>
  );
}

/** A secret that is shown only once. The dialog closes only when the user confirms having stored it. */
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
          I have saved it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
