import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { post } from '../../api/client.ts';
import { contactTagsQuery, segmentsQuery } from '../../api/segments.ts';
import { stateWords } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CheckField, SelectField } from '../../components/field.tsx';
import { SearchBox } from '../../components/filters.tsx';
import { Section } from '../../components/page.tsx';
import { useKeptTab } from '../../components/tabs.tsx';
import { ContactImport } from '../../csv/contact-import.tsx';
import type { ImportOutcome } from '../../csv/import-contacts.ts';
import { contactWords, idsOf, whereOf } from '../contacts/contact-query.ts';
import { useAskBeforeCalling, useAttaching } from './attach.ts';
import { AttachOutcome } from './attach-outcome.tsx';
import type { Run } from './run.ts';

/** Two ways to attach contacts: existing ones by a filter, new ones from a file. */
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

/** Imports contacts from a file and attaches them. */
function AttachByFile({ run }: { readonly run: Run }) {
  const attaching = useAttaching();
  const ask = useAskBeforeCalling(run);
  const jobIds = useMemo(() => (run.jobId === null ? [] : [run.jobId]), [run.jobId]);
  const [begun, setBegun] = useState<ImportOutcome>();
  const attach = async (outcome: ImportOutcome) => {
    const { contacts } = outcome;
    if (contacts.size === 0 || !(await ask(contacts.size))) return;
    setBegun(outcome);
    await attaching.begin(run.id, async () => [...contacts.values()]);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Every row becomes a contact on the list of this run. Invalid rows are reported.
      </p>
      <ContactImport
        jobIds={jobIds}
        onDone={(outcome) => void attach(outcome)}
        next={(outcome) =>
          begun === outcome ? (
            <AttachOutcome attaching={attaching} />
          ) : outcome.contacts.size > 0 ? (
            <div>
              <Button look="primary" icon={<UserPlus size={16} />} onClick={() => void attach(outcome)}>
                Attach {outcome.contacts.size.toLocaleString()}{' '}
                {outcome.contacts.size === 1 ? 'contact' : 'contacts'}
              </Button>
            </div>
          ) : null
        }
      />
    </div>
  );
}

const statuses = ['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'];
const SHOWN = 5;

/** One part of the filter; nothing chosen leaves it open. */
function FilterChoice({
  label,
  every,
  value,
  choices,
  onChoose,
}: {
  readonly label: string;
  readonly every: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <SelectField
      label={label}
      hideLabel
      value={value}
      choices={[{ value: '', words: every }, ...choices]}
      onChange={(event) => onChoose(event.target.value)}
    />
  );
}

/**
 * Attaches all contacts that match a filter, after a preview of their number and the first of them. Until somebody chose one,
 * or everybody, there is nothing to attach: one click on a fresh page would call the whole company's contacts.
 */
function AttachByFilter({ run }: { readonly run: Run }) {
  const [tag, setTag] = useState('');
  const [segmentId, setSegmentId] = useState('');
  const [status, setStatus] = useState('');
  const [search, setSearch] = useState('');
  const [isEverybody, setEverybody] = useState(false);
  /** The filter whose contacts were already attached. */
  const [attached, setAttached] = useState<string>();
  const attaching = useAttaching();
  const ask = useAskBeforeCalling(run);
  const segments = useQuery(segmentsQuery);
  const tags = useQuery(contactTagsQuery);
  const where = whereOf({
    tag: tag || undefined,
    segmentId: segmentId || undefined,
    status: status || undefined,
    search: search || undefined,
  });
  const found = useQuery({
    queryKey: ['contacts', 'found', where],
    queryFn: ({ signal }) => post('/contacts/search', { ...where, limit: SHOWN }, { signal }),
    placeholderData: keepPreviousData,
  });
  const total = found.data?.total ?? 0;
  const wanted = JSON.stringify(where);
  const isFiltered = wanted !== '{}';
  const isChosen = isFiltered || isEverybody;
  const isToDo = isChosen && (wanted !== attached || attaching.failure !== undefined);
  useKeptTab(attaching.isBusy || isToDo);
  /** Whoever chooses a part has not chosen everybody, also when the part is cleared again. */
  const choosing = (choose: (value: string) => void) => (value: string) => {
    setEverybody(false);
    choose(value);
  };
  const attach = async () => {
    if (!isChosen || !(await ask(total))) return;
    await attaching.begin(run.id, (signal) =>
      idsOf({ where, total }, (body) => post('/contacts/search', body, { signal })),
    );
    setAttached(wanted);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {tags.data && tags.data.length > 0 && (
          <FilterChoice
            label="Tag"
            every={isChosen ? 'Any tag' : 'Choose a tag'}
            value={tag}
            choices={tags.data.map((one) => ({
              value: one.tag,
              words: `${one.tag} (${contactWords(one.contacts)})`,
            }))}
            onChoose={choosing(setTag)}
          />
        )}
        {segments.data && segments.data.length > 0 && (
          <FilterChoice
            label="Segment"
            every={isChosen ? 'Any segment' : 'Choose a segment'}
            value={segmentId}
            choices={segments.data.map(({ id, name }) => ({ value: id, words: name }))}
            onChoose={choosing(setSegmentId)}
          />
        )}
        <FilterChoice
          label="Contact status"
          every={isChosen ? 'Any status' : 'Choose a status'}
          value={status}
          choices={statuses.map((one) => ({ value: one, words: stateWords(one) }))}
          onChoose={choosing(setStatus)}
        />
        <SearchBox label="Name, e-mail or phone number" value={search} onSearch={choosing(setSearch)} />
      </div>
      {!isFiltered && total > 0 && (
        <CheckField
          label={total === 1 ? 'Everybody: your only contact' : `Everybody: all ${contactWords(total)}`}
          checked={isEverybody}
          onChange={({ target }) => setEverybody(target.checked)}
        />
      )}
      <p className="text-soft">
        {found.error?.message}
        {found.data && total === 0 && 'No contacts found.'}
        {!isChosen && total > 0 && 'Nobody is chosen yet. Filter the contacts, or choose everybody.'}
        {isChosen && total > 0 && (
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
          // Until the answer arrives, the number is that of the previous filter.
          disabled={!isChosen || total === 0 || found.isPlaceholderData}
          onClick={() => void attach()}
        >
          {!isChosen
            ? 'Attach contacts'
            : total === 1
              ? 'Attach this contact'
              : `Attach ${isFiltered ? 'these' : 'all'} ${contactWords(total)}`}
        </Button>
      </div>
    </div>
  );
}
