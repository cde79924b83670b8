import { classNames } from './class-names.ts';

/** The place of what is still to come, in its size. */
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
