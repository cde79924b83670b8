import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Body, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { searchJobs, useJobTitles } from '../../api/jobs.ts';
import { useMe } from '../../api/me.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { Section } from '../../components/page.tsx';
import { SearchSelect, TagsField } from '../../components/search-select.tsx';
import { useKeptTab } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';

type Wanted = Body<'/sourcing', 'post'>;

const USUAL_LIMIT = '20';
const controls = ['jobId', 'title', 'description', 'requiredSkills', 'location', 'limit'];

/** The search criteria: a job of the company, or a title. */
export function SearchForm({
  jobId,
  onJob,
  onStarted,
}: {
  readonly jobId: string | undefined;
  readonly onJob: (jobId: string | undefined) => void;
  readonly onStarted: (requestId: string) => void;
}) {
  const { company } = useMe();
  const titles = useJobTitles(jobId === undefined ? [] : [jobId]);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [skills, setSkills] = useState<readonly string[]>([]);
  const [location, setLocation] = useState('');
  const [limit, setLimit] = useState(USUAL_LIMIT);
  useKeptTab(
    [title, description, location, ...skills].some((words) => words !== '') || limit !== USUAL_LIMIT,
  );
  const jobTitle = jobId === undefined ? undefined : titles.get(jobId);
  const wanted = {
    ...(jobId === undefined ? { title } : { jobId }),
    ...(description.trim() !== '' && { description }),
    ...(skills.length > 0 && { requiredSkills: [...skills] }),
    ...(location.trim() !== '' && { location }),
    ...(limit.trim() !== '' && { limit: Number(limit) }),
  } as Wanted;
  const start = useAction(
    (kind: 'preview' | 'full') =>
      kind === 'preview' ? post('/sourcing/preview', wanted) : post('/sourcing', wanted),
    {
      isQuiet: true,
      onDone: ({ requestId, createdAt }, kind) => {
        const words = `${kind === 'preview' ? 'Preview: ' : ''}${jobTitle ?? title}`;
        if (company) rememberSearch(company.id, { requestId, words, at: createdAt });
        onStarted(requestId);
      },
    },
  );
  const errors = formErrors(start.failure, (path) => controls.includes(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.run('full');
  };
  const isEmpty = jobId === undefined && title.trim() === '';
  return (
    <Section title="Search criteria">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {jobId === undefined ? (
            <SearchSelect
              label="Job"
              placeholder="Find a job by its title"
              hint="Searches by the details of the job. Or enter a title instead."
              name="jobs"
              search={searchJobs}
              error={errors.at('jobId')}
              onPick={({ id }) => onJob(id)}
            />
          ) : (
            <div className="flex flex-col gap-1">
              <span className="text-xs font-medium text-soft">Job</span>
              <span className="flex h-8 items-center gap-1">
                <span dir="auto" className="truncate font-medium">
                  {jobTitle ?? '…'}
                </span>
                <IconButton label="Remove job" icon={<X size={14} />} onClick={() => onJob(undefined)} />
              </span>
            </div>
          )}
          {jobId === undefined && (
            <TextField
              label="Title"
              placeholder="Senior backend engineer"
              value={title}
              error={errors.at('title')}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
          <TagsField
            label="Required skills"
            value={skills}
            placeholder={jobId === undefined ? 'Type and press Enter' : 'From the job'}
            error={errors.at('requiredSkills')}
            onChange={setSkills}
          />
          <TextField
            label="Location"
            placeholder={jobId === undefined ? 'Zurich, Switzerland' : 'Location of the job'}
            value={location}
            error={errors.at('location')}
            onChange={({ target }) => setLocation(target.value)}
          />
          <TextField
            label="Maximum"
            inputMode="numeric"
            hint="1 to 100 people"
            value={limit}
            error={errors.at('limit')}
            onChange={({ target }) => setLimit(target.value)}
          />
          <div className="sm:col-span-2">
            <TextArea
              label="Additional criteria"
              rows={2}
              value={description}
              error={errors.at('description')}
              onChange={({ target }) => setDescription(target.value)}
            />
          </div>
        </div>
        <FormActions errors={errors}>
          <Button type="submit" look="primary" busy={start.busy} disabled={isEmpty}>
            Search and score
          </Button>
          <Button busy={start.busy} disabled={isEmpty} onClick={() => start.run('preview')}>
            Preview search
          </Button>
          <span className="text-xs text-soft">A preview lists candidates without scores or addresses.</span>
        </FormActions>
      </form>
    </Section>
  );
}

/** Links to the last searches of this browser. */
export function RecentSearches({
  open,
  onOpen,
}: {
  readonly open: string | undefined;
  readonly onOpen: (requestId: string) => void;
}) {
  const { company } = useMe();
  const searches = company ? rememberedSearches(company.id) : [];
  if (searches.length === 0) return null;
  return (
    <nav aria-label="Recent searches" className="flex flex-wrap gap-2">
      {searches.map(({ requestId, words, at }) => (
        <button
          key={requestId}
          type="button"
          aria-current={requestId === open ? 'true' : undefined}
          onClick={() => onOpen(requestId)}
          className={classNames(
            'inline-flex max-w-full items-baseline gap-2 rounded-full border px-3 py-1 text-xs hover:bg-hover',
            requestId === open ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-surface',
          )}
        >
          <span dir="auto" className="truncate">
            {words}
          </span>
          <span className={requestId === open ? undefined : 'text-soft'}>
            <Time at={at} />
          </span>
        </button>
      ))}
    </nav>
  );
}

/** Kept in this browser, because the API does not list searches. */
interface RememberedSearch {
  readonly requestId: string;
  readonly words: string;
  readonly at: string;
}

const MAX = 8;
const keyOf = (companyId: string): string => `parley.searches.${companyId}`;

function rememberedSearches(companyId: string): readonly RememberedSearch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(companyId)) ?? '[]');
    return Array.isArray(kept) ? (kept as RememberedSearch[]) : [];
  } catch {
    return [];
  }
}

function rememberSearch(companyId: string, search: RememberedSearch): void {
  const kept = rememberedSearches(companyId).filter(({ requestId }) => requestId !== search.requestId);
  localStorage.setItem(keyOf(companyId), JSON.stringify([search, ...kept].slice(0, MAX)));
}
