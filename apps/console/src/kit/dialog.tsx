import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Something would be lost: only its own buttons close it. */
  readonly isSticky?: boolean;
}

/** The browser's own dialog: it holds the focus, dims the rest and closes with Escape. */
export function Dialog({ title, isOpen, onClose, children, wide = false, isSticky = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  /** A browser lets a page hold a dialog open once; at the second Escape it closes it, whatever the page says. */
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
      {isOpen && (
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

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 pt-1">{children}</footer>;
}
