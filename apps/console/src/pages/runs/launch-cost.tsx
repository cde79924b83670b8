import { Meter } from '../../components/chart.tsx';
import { moneyIn } from '../../components/money.ts';
import type { LaunchCheck } from './launch-check.ts';

/** What the calls reserve of the plan and what is available, said once, in what the plan counts. */
export function LaunchCost({ check }: { readonly check: LaunchCheck }) {
  const { billingSystem: unit, required, beyond, suggestedAction } = check.quote;
  const isRefused = suggestedAction !== null;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-base font-semibold">{needWords(check)}</p>
      <Meter
        label={`The plan's ${unit}`}
        whole={Math.max(required, check.quote.left)}
        parts={[
          { name: 'covered', words: 'Reserved', value: required - beyond, fill: 'bg-accent' },
          {
            name: 'beyond',
            words: isRefused ? 'Not covered' : 'Beyond the plan',
            value: beyond,
            fill: isRefused ? 'bg-bad' : 'bg-warn',
          },
        ]}
        thick
      />
      <p className={isRefused ? 'text-xs text-bad' : 'text-xs text-soft'}>{restWords(check)}</p>
    </div>
  );
}

/** The one number that is needed, beside what there is. */
export function needWords({ attached, minutesACall, quote }: LaunchCheck): string {
  const { billingSystem: unit, required, left, beyond } = quote;
  const calls = `${attached.toLocaleString()} ${attached === 1 ? 'call' : 'calls'} of up to ${minutesACall} minutes`;
  const need =
    beyond > 0
      ? `needs ${required.toLocaleString()} ${unit}, and ${left.toLocaleString()} are available`
      : `reserves ${required.toLocaleString()} of the ${left.toLocaleString()} ${unit} available`;
  return `The launch ${need}: ${calls}.`;
}

/** What happens with the rest: what is not used, or what is missing. */
export function restWords({ quote }: LaunchCheck): string {
  const {
    billingSystem: unit,
    beyond,
    overagePrice,
    overageCost,
    currency,
    refusal,
    suggestedAction,
  } = quote;
  switch (suggestedAction) {
    case 'purchase_minutes':
      return `The plan sells no ${unit} beyond these, so the launch will be refused and nobody called. Attach fewer contacts, or have ${unit} added to the plan.`;
    case 'increase_spending_cap':
      return 'Paying for the rest would exceed the monthly spending cap, so the launch will be refused and nobody called. Attach fewer contacts, or have the cap raised.';
    case 'upgrade_plan':
    case 'contact_support':
      return `${refusal}.`;
  }
  const returned = `${unit.charAt(0).toUpperCase()}${unit.slice(1)} that a call does not use are returned when it ends.`;
  if (beyond === 0 || overagePrice === null || overageCost === null) return returned;
  const money = moneyIn(currency);
  return `The other ${beyond.toLocaleString()} are paid beyond the plan: at most ${money(overageCost)}, at ${money(overagePrice)} each. ${returned}`;
}
