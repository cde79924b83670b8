import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import type { Job } from '../../api/jobs.ts';
import { useHasRole } from '../../api/me.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useNewForm } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { Page, Section } from '../../components/page.tsx';
import { NotAllowed } from '../../components/placeholder.tsx';
import { draftOf, newJobOf } from './job-draft.ts';
import { JobForm } from './job-form.tsx';

/** `/jobs/new`: typed in, or imported from a posting and corrected. */
export function NewJobPage() {
  const mayWrite = useHasRole('member');
  const { form, hasTyped, setDraft } = useNewForm({
    first: () => draftOf(),
    send: (draft) => post('/jobs', newJobOf(draft)),
    done: 'Job created',
    invalidates: [['jobs']],
    pageOf: (id) => `/jobs/${id}`,
  });
  return (
    <Page title="New job" trail={<Link to="/jobs">Jobs</Link>}>
      {mayWrite ? (
        <>
          <PostingReader hasTyped={hasTyped} onRead={(job) => setDraft(draftOf(job))} />
          <JobForm verb="Create job" {...form}>
            <Link to="/jobs" className={buttonClass('quiet')}>
              Cancel
            </Link>
          </JobForm>
        </>
      ) : (
        <NotAllowed />
      )}
    </Page>
  );
}

/** Fills the form below from a posting. Nothing is stored before the user creates the job. */
function PostingReader({
  hasTyped,
  onRead,
}: {
  readonly hasTyped: boolean;
  readonly onRead: (job: Job) => void;
}) {
  const [jobUrl, setJobUrl] = useState('');
  const confirm = useConfirm();
  const read = useAction(() => post('/jobs/url', { jobUrl: jobUrl.trim(), createJob: false }), {
    isQuiet: true,
    done: 'Imported. Check it below, then create the job',
    onDone: ({ data }) => onRead(data as Job),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSure =
      !hasTyped ||
      (await confirm({
        title: 'Replace what you typed?',
        words: 'The form below is filled in from the posting and replaces what you typed.',
        yes: 'Import',
      }));
    if (isSure) read.run(undefined);
  };
  return (
    <Section title="Import from a job posting">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-start gap-2">
        <div className="min-w-60 flex-1">
          <TextField
            label="Posting URL"
            hideLabel
            type="url"
            dir="ltr"
            placeholder="https://example.com/jobs/warehouse-clerk"
            hint="Title, description, skills, location and salary are read from it. Limit: five per minute."
            value={jobUrl}
            error={read.failure?.message}
            onChange={({ target }) => setJobUrl(target.value)}
          />
        </div>
        <Button type="submit" busy={read.busy} disabled={jobUrl.trim() === ''}>
          {read.busy ? 'Importing posting…' : 'Import posting'}
        </Button>
      </form>
    </Section>
  );
}
