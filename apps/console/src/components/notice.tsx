import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Tone } from './badge.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-surface',
  good: 'border-good/40 bg-good-soft text-good',
  warn: 'border-warn/40 bg-warn-soft text-warn',
  bad: 'border-bad/40 bg-bad-soft text-bad',
  live: 'border-live/40 bg-live-soft text-live',
  accent: 'border-accent/40 bg-accent-soft text-accent',
};

/** An important message about the whole page, with an action. */
export function Notice({
  tone = 'neutral',
  action,
  children,
}: {
  readonly tone?: Tone;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="status"
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5',
        tones[tone],
      )}
    >
      <div className="me-auto min-w-0">
        <div dir="auto">{children}</div>
      </div>
      {action}
    </div>
  );
}

const SHOWN_MS = 6_000;

interface Toast {
  readonly words: string;
  readonly tone?: 'good' | 'bad';
  /** Undoes the action. */
  readonly undo?: () => void;
}

const Context = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a toast: `say({ words: 'Saved' })`. */
export const useToast = () => useContext(Context);

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Toast & { key: number })[]>([]);
  const next = useRef(0);
  const dismiss = useCallback((key: number) => setShown((all) => all.filter((one) => one.key !== key)), []);
  const say = useCallback(
    (toast: Toast) => {
      const key = next.current++;
      setShown((all) => [...all.slice(-2), { ...toast, key }]);
      setTimeout(() => dismiss(key), SHOWN_MS);
    },
    [dismiss],
  );
  const place = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (!('popover' in HTMLElement.prototype)) return;
    // A popover is above a dialog only if it is shown after it. It stays in the document, because screen readers
    // watch it.
    place.current?.hidePopover();
    place.current?.showPopover();
  }, [shown]);
  return (
    <Context value={say}>
      {children}
      <output
        ref={place}
        popover="manual"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 top-auto bottom-4 z-50 m-0 flex w-auto flex-col items-center gap-2 overflow-visible border-0 bg-transparent p-0 text-ink sm:items-end"
      >
        {shown.map(({ key, words, tone, undo }) => (
          <div
            key={key}
            className={classNames(
              'pointer-events-auto flex max-w-md items-center gap-3 rounded-lg border bg-raised px-4 py-2.5 shadow-lg',
              tone === 'bad' ? 'border-bad/50 text-bad' : 'border-line',
            )}
          >
            <span>{words}</span>
            {undo && (
              <Button
                size="small"
                onClick={() => {
                  undo();
                  dismiss(key);
                }}
              >
                Undo
              </Button>
            )}
          </div>
        ))}
      </output>
    </Context>
  );
}
