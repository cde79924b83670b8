import { Meter, MeterLegend } from '../../kit/meter.tsx';
import { Section } from '../../kit/page.tsx';
import { progressParts, type Run } from './run.ts';

/** How far a run is: every conversation in exactly one of six places. */
export function RunProgress({ run: { progress } }: { readonly run: Run }) {
  const parts = progressParts(progress);
  return (
    <Section
      title="Progress"
      actions={
        <span className="text-xs text-soft tabular-nums">
          {Math.floor(progress.completion * 100)} % of {progress.total.toLocaleString()}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <Meter label="Progress" parts={parts} whole={progress.total} thick />
        <MeterLegend parts={parts} />
      </div>
    </Section>
  );
}
