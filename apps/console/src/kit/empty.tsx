import type { ReactNode } from 'react';

/** Nothing is here, why, and what would change that. */
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
