import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ContactImport } from '../../csv/contact-import.tsx';
import type { ImportOutcome } from '../../csv/import-contacts.ts';
import { Button } from '../../kit/button.tsx';
import { Section } from '../../kit/page.tsx';
import { useAskBeforeCalling } from './ask-before-calling.ts';
import { AttachByFilter } from './attach-by-filter.tsx';
import { AttachOutcome } from './attach-outcome.tsx';
import { useAttaching } from './attaching.ts';
import type { Run } from './run.ts';

/** Two ways onto the list: those who are known, by a filter, and a file of new people. */
export function AttachSection({ run }: { readonly run: Run }) {
  return (
    <div className="flex flex-col gap-4">
      <Section title="By a filter">
        <AttachByFilter run={run} />
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
  const ask = useAskBeforeCalling(run);
  const jobIds = useMemo(() => (run.jobId === null ? [] : [run.jobId]), [run.jobId]);
  const [begun, setBegun] = useState<ImportOutcome>();
  const attach = async (outcome: ImportOutcome) => {
    const { created } = outcome;
    if (created.size === 0 || !(await ask(created.size))) return;
    setBegun(outcome);
    await attaching.begin(() => inOne([...created.values()]));
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Every row becomes a contact, and every contact goes onto the list. Rows that cannot be one are named.
      </p>
      <ContactImport
        jobIds={jobIds}
        onDone={(outcome) => void attach(outcome)}
        next={(outcome) =>
          begun === outcome ? (
            <AttachOutcome attaching={attaching} />
          ) : outcome.created.size > 0 ? (
            <div>
              <Button look="primary" icon={<UserPlus size={16} />} onClick={() => void attach(outcome)}>
                Attach {outcome.created.size.toLocaleString()}{' '}
                {outcome.created.size === 1 ? 'contact' : 'contacts'}
              </Button>
            </div>
          ) : null
        }
      />
    </div>
  );
}

async function* inOne(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  yield ids;
}
