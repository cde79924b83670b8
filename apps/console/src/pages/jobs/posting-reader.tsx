import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import type { Job } from '../../api/jobs.ts';
import { Button } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { TextField } from '../../kit/field.tsx';
import { Section } from '../../kit/page.tsx';

/** Reads a posting on the web into the form below: nothing is stored before somebody has looked at it. */
export function PostingReader({
  hasTyped,
  onRead,
}: {
  readonly hasTyped: boolean;
  readonly onRead: (job: Job) => void;
}) {
  const [jobUrl, setJobUrl] = useState('');
  const confirm = useConfirm();
  const read = useAct(() => post('/jobs/url', { jobUrl: jobUrl.trim(), createJob: false }), {
    isQuiet: true,
    done: 'Read. Look it over below, then add it',
    onDone: ({ data }) => onRead(data as Job),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSure =
      !hasTyped ||
      (await confirm({
        title: 'Read the posting over what is there?',
        words: 'The form below is filled from the posting. What you typed there is replaced.',
        yes: 'Read it',
        no: 'Keep what I typed',
      }));
    if (isSure) read.run(undefined);
  };
  return (
    <Section title="From a posting">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-start gap-2">
        <div className="min-w-60 flex-1">
          <TextField
            label="Address of the posting"
            hideLabel
            type="url"
            dir="ltr"
            placeholder="https://example.com/jobs/warehouse-clerk"
            hint="Title, description, skills, place and salary are read from it. Five a minute."
            value={jobUrl}
            error={read.failure?.message}
            onChange={({ target }) => setJobUrl(target.value)}
          />
        </div>
        <Button type="submit" busy={read.busy} disabled={jobUrl.trim() === ''}>
          {read.busy ? 'Reading' : 'Read it'}
        </Button>
      </form>
    </Section>
  );
}
