import { Meter } from '../../kit/meter.tsx';
import { moneyIn } from '../../kit/money.ts';
import type { LaunchCheck } from './launch-check.ts';

/** What the calls keep back of the plan, in what the plan counts, and what has to be paid beyond it. */
export function LaunchCost({ check }: { readonly check: LaunchCheck }) {
  const { attached, minutesACall, quote } = check;
  const { billingSystem: unit, required, left, beyond, overagePrice } = quote;
  const isShort = beyond > 0 && overagePrice === null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {required.toLocaleString()}
        </span>
        <span className="text-soft">
          {unit} reserved: {attached.toLocaleString()} {attached === 1 ? 'call' : 'calls'} of at most{' '}
          {minutesACall} minutes
        </span>
      </div>
      <Meter
        label={`The plan's ${unit}`}
        whole={Math.max(required, left)}
        parts={[
          { name: 'covered', words: 'Reserved', value: required - beyond, fill: 'bg-accent' },
          {
            name: 'beyond',
            words: isShort ? 'Not covered' : 'Beyond the plan',
            value: beyond,
            fill: isShort ? 'bg-bad' : 'bg-warn',
          },
        ]}
        thick
      />
      <p className={isShort ? 'text-xs text-bad' : 'text-xs text-soft'}>
        {left.toLocaleString()} {unit} are left{costWords(quote)}
      </p>
    </div>
  );
}

function costWords({
  required,
  left,
  beyond,
  overagePrice,
  overageCost,
  currency,
  refusal,
}: LaunchCheck['quote']): string {
  if (beyond > 0) {
    if (overagePrice === null || overageCost === null)
      return `: ${beyond.toLocaleString()} too few, and the plan sells none beyond them. The launch would be refused as a whole.`;
    const money = moneyIn(currency);
    return `; ${beyond.toLocaleString()} beyond them cost at most ${money(overageCost)}, at ${money(overagePrice)} each. What calls do not use is not charged.`;
  }
  // Why it is refused stands among the findings.
  if (refusal !== null) return '.';
  return `, ${(left - required).toLocaleString()} after the launch. The plan covers them: nothing is paid beyond it. What calls do not use comes back when they end.`;
}
