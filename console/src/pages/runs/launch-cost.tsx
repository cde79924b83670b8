import { Meter } from '../../kit/meter.tsx';
import type { LaunchCheck } from './launch-check.ts';
import { reservedMinutes } from './run.ts';

/** Minutes that the calls keep back, against the minutes that are left. */
export function LaunchCost({ check }: { readonly check: LaunchCheck }) {
  const { attached, minutesACall, availableMinutes } = check;
  const reserved = reservedMinutes(attached, minutesACall);
  const left = availableMinutes - reserved;
  const covered = Math.min(reserved, availableMinutes);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {reserved.toLocaleString()}
        </span>
        <span className="text-soft">
          minutes reserved: {attached.toLocaleString()} {attached === 1 ? 'call' : 'calls'} of at most{' '}
          {minutesACall}
        </span>
      </div>
      <Meter
        label="Minutes of the plan"
        whole={Math.max(reserved, availableMinutes)}
        parts={[
          { name: 'covered', words: 'Reserved', value: covered, fill: left < 0 ? 'bg-warn' : 'bg-accent' },
          { name: 'short', words: 'Not covered', value: Math.max(0, -left), fill: 'bg-bad' },
        ]}
        thick
      />
      {left >= 0 ? (
        <p className="text-xs text-soft">
          {availableMinutes.toLocaleString()} minutes are left, {left.toLocaleString()} after the launch. What
          calls do not use comes back when they end.
        </p>
      ) : (
        <p className="text-xs text-bad">
          {availableMinutes.toLocaleString()} minutes are left: {(-left).toLocaleString()} too few. Unless the
          plan allows overage the launch will be refused as a whole.
        </p>
      )}
    </div>
  );
}
