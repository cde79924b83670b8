import { type ReactNode, useEffect } from 'react';
import { useArrival } from '../../kit/arrival.tsx';

/** What stands around everything that happens before one is in. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  const heading = useArrival();
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-sm">
        <div className="flex items-center gap-2.5">
          <img src="/console/icon.svg" alt="" className="size-7" />
          <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight">
            {title}
          </h1>
        </div>
        {children}
      </div>
    </main>
  );
}
