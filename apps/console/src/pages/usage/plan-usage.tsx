import type { Reply } from '../../api/client.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Meter, MeterLegend, type MeterPart, Stat } from '../../components/chart.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { dayOf } from '../../components/time.tsx';

type Usage = Reply<'/billing/usage', 'get'>;

const statuses: Readonly<Record<Usage['status'], readonly [words: string, tone: Tone]>> = {
  active: ['Active', 'good'],
  trialing: ['Trial', 'accent'],
  past_due: ['Past due', 'bad'],
  canceled: ['Ended', 'bad'],
};

export function PlanStatus({ status }: { readonly status: Usage['status'] }) {
  const [words, tone] = statuses[status];
  return <Badge tone={tone}>{words}</Badge>;
}

/** Used, reserved and available units of the current period. */
export function PlanUsage({ usage }: { readonly usage: Usage }) {
  const { billingSystem: unit, used, held, available, included, purchased, currency } = usage;
  const parts: readonly MeterPart[] = [
    { name: 'used', words: 'Used', value: used, fill: 'bg-accent' },
    { name: 'held', words: 'Reserved for open calls', value: held, fill: 'bg-warn' },
    { name: 'available', words: 'Left', value: available, fill: 'bg-line' },
  ];
  const spent = usage.costs.interview_minutes;
  const money = moneyIn(currency);
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Stat
          label={`${capital(unit)} left`}
          value={available.toLocaleString()}
          note={`of ${(included + purchased).toLocaleString()}`}
        />
        <Stat label={`${capital(unit)} used`} value={used.toLocaleString()} note="in this period" />
        <Stat label="Reserved" value={held.toLocaleString()} note="returned if not used" />
        <Stat label="Calls charged" value={usage.totalInterviews.toLocaleString()} note="in this period" />
      </div>
      <Section title="Plan" actions={<PlanStatus status={usage.status} />}>
        <div className="flex flex-col gap-4">
          <Meter label={`The plan's ${unit}`} parts={parts} whole={used + held + available} thick />
          <MeterLegend parts={parts} />
          <Facts
            of={[
              ['Period', `${dayOf(usage.period.start)} to ${dayOf(usage.period.end)}`],
              [
                'Included',
                `${included.toLocaleString()} ${unit}, ${usage.status === 'trialing' ? 'for the trial' : 'renewed each period'}`,
              ],
              ['Purchased', `${purchased.toLocaleString()} ${unit}`],
              ['Spent on overage', money(spent)],
              ['Spending cap', usage.spendingCap === null ? 'None' : money(usage.spendingCap)],
            ]}
          />
        </div>
      </Section>
    </>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Prices have up to four decimals. */
const MAX_DECIMALS = 4;

/** Formats amounts of a currency in the user's locale. */
export function moneyIn(currency: string): (amount: number) => string {
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    maximumFractionDigits: MAX_DECIMALS,
  });
  return (amount) => format.format(amount);
}
