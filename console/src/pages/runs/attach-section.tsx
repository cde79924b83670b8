import { useMemo } from 'react';
import { ContactImport } from '../../csv/contact-import.tsx';
import { Section } from '../../kit/page.tsx';
import { AttachByFilter } from './attach-by-filter.tsx';
import { AttachOutcome } from './attach-outcome.tsx';
import { useAttaching } from './attaching.ts';
import type { Run } from './run.ts';

/** Two ways onto the list: those who are known, by a filter, and a file of new people. */
export function AttachSection({ run }: { readonly run: Run }) {
  return (
    <div className="flex flex-col gap-4">
      <Section title="By a filter">
        <AttachByFilter runId={run.id} />
      </Section>
      <Section title="From a CSV file">
        <AttachByFile run={run} />
      </Section>
    </div>
  );
}

/** The people of a file become contacts, and these go onto the list. */
function AttachByFile({ run }: { readonly run: Run }) {
  const attaching = useAttaching(run.id);
  const jobIds = useMemo(() => (run.jobId === null ? [] : [run.jobId]), [run.jobId]);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Every row becomes a contact, and every contact goes onto the list. Rows that cannot be one are named.
      </p>
      <ContactImport
        jobIds={jobIds}
        onDone={({ created }) => {
          if (created.size > 0) void attaching.begin(() => inOne([...created.values()]));
        }}
        next={() => <AttachOutcome attaching={attaching} />}
      />
    </div>
  );
}

async function* inOne(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  yield ids;
}
