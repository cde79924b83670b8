import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { useKeptTab } from '../../kit/kept-tab.ts';
import { SearchBox } from '../../kit/search-box.tsx';
import { stateWords } from '../../kit/status.tsx';
import { useAskBeforeCalling } from './ask-before-calling.ts';
import { contactsBy } from './attach.ts';
import { AttachOutcome } from './attach-outcome.tsx';
import { useAttaching } from './attaching.ts';
import type { Run } from './run.ts';

const statuses = ['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'];
const SHOWN = 5;

/** Everybody whom a filter finds. How many that is, and who the first are, is seen before anything is done. */
export function AttachByFilter({ run }: { readonly run: Run }) {
  const [status, setStatus] = useState('');
  const [search, setSearch] = useState('');
  /** The filter whose contacts are on the list already. */
  const [attached, setAttached] = useState<string>();
  const attaching = useAttaching(run.id);
  const ask = useAskBeforeCalling(run);
  const filter = { status: status || undefined, search: search || undefined };
  const found = useQuery({
    queryKey: ['contacts', 'found', filter],
    queryFn: ({ signal }) => get('/contacts', { query: { ...filter, limit: SHOWN }, signal }),
    placeholderData: keepPreviousData,
  });
  const total = found.data?.total ?? 0;
  const isAll = status === '' && search === '';
  const wanted = `${status} ${search}`;
  const isToDo = !isAll && (wanted !== attached || attaching.failure !== undefined);
  useKeptTab(attaching.isBusy || isToDo);
  const attach = async () => {
    if (!(await ask(total))) return;
    await attaching.begin((signal) => contactsBy(filter, signal));
    setAttached(wanted);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Status of the contacts"
          hideLabel
          value={status}
          choices={[
            { value: '', words: 'Every status' },
            ...statuses.map((value) => ({ value, words: stateWords(value) })),
          ]}
          onChange={(event) => setStatus(event.target.value)}
        />
        <SearchBox label="Name or e-mail" value={search} onSearch={setSearch} />
      </div>
      <p className="text-soft">
        {found.error?.message}
        {found.data && total === 0 && 'Nobody is found by that.'}
        {total > 0 && (
          <>
            Finds{' '}
            <span dir="auto">
              {found.data?.data.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ')}
            </span>
            {total > SHOWN && ` and ${(total - SHOWN).toLocaleString()} more`}.
          </>
        )}
      </p>
      <AttachOutcome attaching={attaching} />
      <div>
        <Button
          look="primary"
          icon={<UserPlus size={16} />}
          busy={attaching.isBusy}
          // Until the answer is there, the number is that of the filter before.
          disabled={total === 0 || found.isPlaceholderData}
          onClick={() => void attach()}
        >
          {total === 1
            ? 'Attach this contact'
            : `Attach ${isAll ? 'all ' : 'these '}${total.toLocaleString()} contacts`}
        </Button>
      </div>
    </div>
  );
}
