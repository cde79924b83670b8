import { type ReactNode, Suspense } from 'react';
import { ApiFailure } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Page, type PageProps } from './page.tsx';

/** An empty state: what is missing, why, and what to do. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-md text-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** A loading error and what to do about it. */
export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const failure = error instanceof ApiFailure ? error : undefined;
  // Some resources of other companies answer 403; users must not learn that these exist.
  const isAnothers = failure?.code === 'another_company';
  if (failure?.status === 404 || isAnothers) {
    return <Empty title="Not found">There is nothing here, or it belongs to another company.</Empty>;
  }
  if (failure?.status === 403) return <Empty title="Your role does not allow this">{failure.message}</Empty>;
  return (
    <Empty
      title={failure?.isOffline ? 'Parley cannot be reached' : 'Could not load this'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      {error instanceof Error ? error.message : String(error)}
      {failure?.traceId && <span className="mt-1 block font-mono text-2xs">trace {failure.traceId}</span>}
    </Empty>
  );
}

/** Shown to viewers instead of what they may not do. */
export function NotAllowed() {
  return (
    <Empty title="Your role does not allow this">
      Viewers can only look. Ask an owner of the company for a role that can make changes.
    </Empty>
  );
}

/** A placeholder while content loads. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden className={classNames('animate-breathe rounded bg-hover', className ?? 'h-4 w-32')} />
  );
}

export function SkeletonLines({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line % 3 === 2 ? 'h-4 w-1/2' : 'h-4 w-full'} />
      ))}
    </div>
  );
}

/** A loading placeholder, or the loading error. */
export function Pending({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return error ? <LoadError error={error} onRetry={onRetry} /> : <SkeletonLines lines={8} />;
}

/** The page of a resource that is loading, or that could not be loaded. */
export function PendingPage({
  title,
  trail,
  error,
  onRetry,
}: Pick<PageProps, 'title' | 'trail'> & { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <Page title={title} trail={trail}>
      <Pending error={error} onRetry={onRetry} />
    </Page>
  );
}

/** A page for staff of the installation; the service refuses everybody else as well. */
export function StaffOnly({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { isStaff } = useMe();
  if (isStaff) return children;
  return (
    <Page title={title}>
      <Empty title="Your role does not allow this">Only staff of this installation can see this page.</Empty>
    </Page>
  );
}

/** Around a part of a page whose code comes when it is first opened. */
export const Loading = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<SkeletonLines lines={6} />}>{children}</Suspense>
);
