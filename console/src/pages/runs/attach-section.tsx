import { Section } from '../../kit/page.tsx';
import { AttachByFilter } from './attach-by-filter.tsx';
import type { Run } from './run.ts';

/** Two ways onto the list: those who are known by a filter, and a file of new people. */
export function AttachSection({ run }: { readonly run: Run }) {
  return (
    <div className="flex flex-col gap-4">
      <Section title="By a filter">
        <AttachByFilter runId={run.id} />
      </Section>
    </div>
  );
}
