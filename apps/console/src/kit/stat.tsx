import type { ReactNode } from 'react';

/** One figure and what it counts. */
export function Stat({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <span className="text-xs font-medium text-soft">{label}</span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
      {note && <span className="truncate text-xs text-soft">{note}</span>}
    </div>
  );
}
