import { MAX_CONDITIONS, type SegmentFilter } from '@parley/contract/contact-segment.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { useCatalog } from '../../api/catalog.ts';
import { patch, post } from '../../api/client.ts';
import type { Segment } from '../../api/segments.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { randomId } from '../../components/random-id.ts';
import {
  type ConditionDraft,
  conditionOf,
  draftOfCondition,
  emptyCondition,
  lackOf,
} from './condition-draft.ts';
import { ConditionRow } from './condition-row.tsx';

/** Edits the conditions of the list, or of a segment. */
export function FilterDialog({
  filter,
  segment,
  isOpen,
  onApply,
  onSaved,
  onClose,
}: {
  readonly filter: SegmentFilter | undefined;
  /** The one that is edited; none: the list's own filter. */
  readonly segment: Segment | undefined;
  readonly isOpen: boolean;
  readonly onApply: (filter: SegmentFilter | undefined) => void;
  readonly onSaved: (segment: Segment) => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      title={segment ? `Edit segment ${segment.name}` : 'Filter contacts'}
      isOpen={isOpen}
      onClose={onClose}
      wide
    >
      <FilterForm
        filter={segment?.filter ?? filter}
        segment={segment}
        onApply={onApply}
        onSaved={onSaved}
        onClose={onClose}
      />
    </Dialog>
  );
}

function FilterForm({
  filter,
  segment,
  onApply,
  onSaved,
  onClose,
}: Pick<Parameters<typeof FilterDialog>[0], 'filter' | 'segment' | 'onApply' | 'onSaved' | 'onClose'>) {
  const { data: catalog = [] } = useCatalog();
  const [match, setMatch] = useState(filter?.match ?? 'all');
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(() =>
    filter === undefined || filter.conditions.length === 0
      ? [emptyCondition(randomId(), 'status')]
      : filter.conditions.map((condition) => draftOfCondition(randomId(), condition)),
  );
  const [name, setName] = useState(segment?.name ?? '');
  const [isTried, setTried] = useState(false);
  const made: SegmentFilter = { match, conditions: drafts.map((draft) => conditionOf(draft, catalog)) };
  const isWhole = drafts.every((draft) => lackOf(draft) === undefined);
  const save = useAction(
    () => {
      const body = { name, filter: made };
      return segment
        ? patch('/contact-segments/{id}', body, { path: { id: segment.id } })
        : post('/contact-segments', body);
    },
    {
      done: 'Segment saved',
      invalidates: [['contact-segments'], ['contacts']],
      onDone: onSaved,
      isQuiet: true,
    },
  );
  const ifWhole = (then: () => void) => {
    setTried(true);
    if (isWhole) then();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-64">
        <SelectField
          label="Contacts must match"
          value={match}
          choices={[
            { value: 'all', words: 'All conditions' },
            { value: 'any', words: 'At least one condition' },
          ]}
          onChange={({ target }) => setMatch(target.value as 'all' | 'any')}
        />
      </div>
      <ul aria-label="Conditions" className="flex flex-col gap-3">
        {drafts.map((draft, place) => (
          <ConditionRow
            key={draft.id}
            draft={draft}
            place={place + 1}
            catalog={catalog}
            error={isTried ? lackOf(draft) : undefined}
            onChange={(changed) =>
              setDrafts(drafts.map((one) => (one.id === draft.id ? { ...changed, opened: undefined } : one)))
            }
            onRemove={() => setDrafts(drafts.filter((one) => one.id !== draft.id))}
          />
        ))}
      </ul>
      <div>
        <Button
          size="small"
          icon={<Plus size={14} />}
          disabled={drafts.length >= MAX_CONDITIONS}
          onClick={() => setDrafts([...drafts, emptyCondition(randomId(), 'tag')])}
        >
          Add condition
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2 border-t border-line pt-4">
        <div className="min-w-48 flex-1">
          <TextField
            label={segment ? 'Name of the segment' : 'Save as a segment'}
            placeholder="Renewals not reached"
            value={name}
            error={save.errorAt('name')}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Button
          disabled={name.trim() === ''}
          busy={save.busy}
          onClick={() => ifWhole(() => save.run(undefined))}
        >
          Save segment
        </Button>
        <p className="w-full text-xs text-soft">
          A segment is a list that fills itself: whoever matches is on it, also contacts added later.
        </p>
      </div>
      {save.failure && save.errorAt('name') === undefined && (
        <Notice tone="bad">
          {save.failure.violations.map(({ message }) => message).join('; ') || save.failure.message}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {!segment && (
          <>
            <Button onClick={() => onApply(undefined)}>Clear filter</Button>
            <Button
              look="primary"
              onClick={() => ifWhole(() => onApply(made.conditions.length === 0 ? undefined : made))}
            >
              Show contacts
            </Button>
          </>
        )}
      </DialogActions>
    </div>
  );
}
