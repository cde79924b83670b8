import { X } from 'lucide-react';
import { searchJobs, useJobTitles } from '../../api/jobs.ts';
import { IconButton } from '../../kit/button.tsx';
import { Pick } from '../../kit/pick.tsx';

/** The jobs to which a contact is assigned. */
export function JobsField({
  value,
  error,
  onChange,
}: {
  readonly value: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (jobIds: readonly string[]) => void;
}) {
  const titles = useJobTitles(value);
  return (
    <div className="flex flex-col gap-2">
      <Pick
        label="Jobs"
        placeholder="Find a job by its title"
        name="jobs"
        search={searchJobs}
        without={value}
        error={error}
        onPick={({ id }) => onChange([...value, id])}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((id) => (
            <li
              key={id}
              className="inline-flex max-w-full items-center gap-1 rounded-md border border-line ps-2"
            >
              <span dir="auto" className="truncate">
                {titles.get(id) ?? '…'}
              </span>
              <IconButton
                label={`Remove ${titles.get(id) ?? 'the job'}`}
                icon={<X size={14} />}
                onClick={() => onChange(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
