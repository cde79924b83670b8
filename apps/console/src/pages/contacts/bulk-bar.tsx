import { MAX_DELETED, MAX_SELECTED } from '@parley/contract/contact-selection.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { ApiFailure, type Body, post, type Reply } from '../../api/client.ts';
import { searchJobs } from '../../api/jobs.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, useConfirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { useToast } from '../../components/notice.tsx';
import { SearchSelect, TagsField } from '../../components/search-select.tsx';
import { AddToRun } from './add-to-run.tsx';
import { contactStatusChoices } from './contact-labels.tsx';
import { type Chosen, contactWords, countOf, isEverybody } from './contact-query.ts';

type Change = Pick<Body<'/contacts/bulk', 'post'>, 'addTags' | 'removeTags' | 'addJobId' | 'status'>;
type Asking = 'addTags' | 'removeTags' | 'status' | 'job' | 'run';

/** Above a list in which rows are chosen: how many, and what can be done with them. */
export function BulkBar({
  chosen,
  total,
  onChooseAll,
  onClear,
}: {
  readonly chosen: Chosen;
  /** How many contacts the list finds. */
  readonly total: number;
  readonly onChooseAll: () => void;
  readonly onClear: () => void;
}) {
  const bulk = useBulk(chosen, onClear);
  const confirm = useConfirm();
  const say = useToast();
  const [asking, setAsking] = useState<Asking>();
  const count = countOf(chosen);
  const close = () => setAsking(undefined);
  const change = (changes: Change, done: string) => {
    close();
    void bulk.run('/contacts/bulk', changes, done);
  };
  const erase = async () => {
    // The service refuses it, too: a slip must not empty the company.
    if (isEverybody(chosen)) {
      say({
        words: 'All contacts cannot be deleted at once. Filter the list or choose contacts first.',
        tone: 'bad',
      });
      return;
    }
    const isSure = await confirm({
      title: `Delete ${contactWords(count)}?`,
      words:
        'Their documents and conversations, with recordings and results, are deleted too. This cannot be undone.',
      yes: `Delete ${contactWords(count)}`,
    });
    if (isSure) void bulk.run('/contacts/bulk-delete', {}, 'deleted');
  };
  return (
    <section
      aria-label="Selected contacts"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-accent/40 bg-accent-soft px-3 py-2"
    >
      <span role="status" className="font-medium tabular-nums">
        {bulk.done === undefined
          ? `${contactWords(count)} selected`
          : `Working… ${bulk.done.toLocaleString()} of ${count.toLocaleString()}`}
      </span>
      {'ids' in chosen && chosen.ids.length < total && (
        <Button size="small" look="quiet" onClick={onChooseAll}>
          Select all {total.toLocaleString()}
        </Button>
      )}
      <span className="ms-auto flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Tag size={14} />}
          busy={bulk.done !== undefined}
          onClick={() => setAsking('addTags')}
        >
          Add tags
        </Button>
        <Button size="small" disabled={bulk.done !== undefined} onClick={() => setAsking('run')}>
          Add to run
        </Button>
        <MoreMenu
          of="the selected contacts"
          items={[
            { words: 'Remove tags', onChoose: () => setAsking('removeTags') },
            { words: 'Set status', onChoose: () => setAsking('status') },
            { words: 'Assign job', onChoose: () => setAsking('job') },
            {
              words: 'Delete contacts…',
              icon: <Trash2 size={14} />,
              isDanger: true,
              onChoose: () => void erase(),
            },
          ]}
        />
        <Button size="small" look="quiet" icon={<X size={14} />} onClick={onClear}>
          Clear selection
        </Button>
      </span>
      <TagsDialog
        title={`Add tags to ${contactWords(count)}`}
        yes="Add tags"
        isOpen={asking === 'addTags'}
        onClose={close}
        onTags={(addTags) => change({ addTags }, 'tagged')}
      />
      <TagsDialog
        title={`Remove tags from ${contactWords(count)}`}
        yes="Remove tags"
        isOpen={asking === 'removeTags'}
        onClose={close}
        onTags={(removeTags) => change({ removeTags }, 'untagged')}
      />
      <StatusDialog
        count={count}
        isOpen={asking === 'status'}
        onClose={close}
        onStatus={(status) => change({ status }, 'changed')}
      />
      <Dialog title={`Assign a job to ${contactWords(count)}`} isOpen={asking === 'job'} onClose={close}>
        <SearchSelect
          label="Job"
          placeholder="Search jobs"
          name="jobs"
          search={searchJobs}
          onPick={({ id }) => change({ addJobId: id }, 'assigned')}
        />
      </Dialog>
      {asking === 'run' && <AddToRun chosen={chosen} onClose={close} />}
    </section>
  );
}

/** Sends an action as often as the service needs to be asked. */
function useBulk(chosen: Chosen, onDone: () => void) {
  const [done, setDone] = useState<number>();
  const queries = useQueryClient();
  const say = useToast();
  const run = async (path: Path, changes: Change, words: string) => {
    setDone(0);
    let [changed, found] = [0, 0];
    try {
      for await (const answer of answers(path, changes, chosen)) {
        changed += answer.changed;
        found += answer.contacts;
        setDone(found);
      }
      const same = found - changed;
      say({
        words: `${contactWords(changed)} ${words}${same > 0 ? `; ${same.toLocaleString()} needed no change` : ''}`,
      });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const words = error.violations.map(({ message }) => message).join('; ') || error.message;
      if (error.status !== 401) say({ words, tone: 'bad' });
    } finally {
      setDone(undefined);
      for (const key of ['contacts', 'contact', 'contact-tags'])
        void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  return { run, done };
}

type Path = '/contacts/bulk' | '/contacts/bulk-delete';
type Answer = Reply<'/contacts/bulk', 'post'>;

/** One answer after the other, until all contacts are done. */
async function* answers(path: Path, changes: Change, chosen: Chosen): AsyncGenerator<Answer> {
  const send = (selection: Body<'/contacts/bulk-delete', 'post'>): Promise<Answer> =>
    path === '/contacts/bulk' ? post(path, { ...selection, ...changes }) : post(path, selection);
  if ('ids' in chosen) {
    const most = path === '/contacts/bulk' ? MAX_SELECTED : MAX_DELETED;
    for (let at = 0; at < chosen.ids.length; at += most)
      yield await send({ contactIds: chosen.ids.slice(at, at + most) });
    return;
  }
  for (let after: string | null = null; ; ) {
    const answer: Answer = await send({ where: chosen.where, ...(after !== null && { after }) });
    yield answer;
    if (answer.next === null) return;
    after = answer.next;
  }
}

function TagsDialog({
  title,
  yes,
  isOpen,
  onTags,
  onClose,
}: {
  readonly title: string;
  readonly yes: string;
  readonly isOpen: boolean;
  readonly onTags: (tags: string[]) => void;
  readonly onClose: () => void;
}) {
  const [tags, setTags] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <TagsField
        label="Tags"
        hint="A tag is a list that you fill by hand. Enter or a comma adds a tag."
        placeholder="renewal 2026"
        error={isTried && tags.length === 0 ? 'Enter a tag.' : undefined}
        value={tags}
        onChange={setTags}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          // Not disabled without tags: the one that is being typed becomes a tag when the button is pressed.
          onClick={() => {
            setTried(tags.length === 0);
            if (tags.length === 0) return;
            onTags([...tags]);
            setTags([]);
          }}
        >
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function StatusDialog({
  count,
  isOpen,
  onStatus,
  onClose,
}: {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onStatus: (status: NonNullable<Change['status']>) => void;
  readonly onClose: () => void;
}) {
  const [status, setStatus] = useState('UNDEFINED');
  return (
    <Dialog title={`Set the status of ${contactWords(count)}`} isOpen={isOpen} onClose={onClose}>
      <SelectField
        label="Status"
        value={status}
        choices={contactStatusChoices}
        onChange={({ target }) => setStatus(target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" onClick={() => onStatus(status as NonNullable<Change['status']>)}>
          Set status
        </Button>
      </DialogActions>
    </Dialog>
  );
}
