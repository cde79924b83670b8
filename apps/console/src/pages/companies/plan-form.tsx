import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../../api/act.ts';
import { put } from '../../api/client.ts';
import { ChangesForm } from '../../kit/changes-form.tsx';
import { useDraft } from '../../kit/draft.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { accountQuery, type Plan } from './account.ts';
import { type PlanDraft, planDraftOf, planOf } from './plan-draft.ts';

const figures: readonly (readonly [name: keyof PlanDraft, path: keyof Plan, label: string, hint?: string])[] =
  [
    ['included', 'included', 'Included', 'Renewed each period.'],
    ['purchased', 'purchased', 'Bought beyond', 'Stays over the end of a period.'],
    ['overagePrice', 'overagePrice', 'Price of overage', 'Of one minute or credit. Empty: none is allowed.'],
    ['monthlySpendingCap', 'monthlySpendingCap', 'Spending cap', 'For a period. Empty: none.'],
    ['maxConcurrentCalls', 'maxConcurrentCalls', 'Calls at once'],
    ['storageGib', 'storageBytes', 'Storage in GiB'],
    ['creditsPerMinute', 'creditsPerMinute', 'Credits a minute'],
  ];
const optional: ReadonlySet<string> = new Set(['overagePrice', 'monthlySpendingCap']);
const paths = [...figures.map(([, path]) => path), 'billingSystem', 'status', 'currency'];

/** What a company may use, and what that costs. */
export function PlanForm({ companyId, plan }: { readonly companyId: string; readonly plan: Plan }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => planDraftOf(plan), planOf);
  const queries = useQueryClient();
  const set = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });
  // A plan is sent whole: what was not changed here is as it was last read, not as when this was begun.
  const wholeOf = (typed: PlanDraft) => ({ ...planOf(planDraftOf(plan)), ...changesIn(typed) });
  const save = useAct(
    (typed: PlanDraft) => put('/companies/{id}/plan', wholeOf(typed), { path: { id: companyId } }),
    {
      isQuiet: true,
      touches: [['company', companyId], ['usage']],
      done: 'The plan was saved',
      onDone: (now, typed) => {
        // Who saves again before the plan has been read anew sends this one, not the one before it.
        queries.setQueryData(
          accountQuery(companyId).queryKey,
          (before) => before && { ...before, plan: now },
        );
        saved(planDraftOf(now), typed);
      },
    },
  );
  return (
    <ChangesForm
      title="Change the plan"
      verb="Save the plan"
      draft={draft}
      isChanged={isChanged}
      save={save}
      shown={paths}
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Status"
          choices={[
            { value: 'trialing', words: 'Trial' },
            { value: 'active', words: 'Active' },
            { value: 'past_due', words: 'Past due' },
            { value: 'canceled', words: 'Ended' },
          ]}
          value={draft.status}
          error={save.errorAt('status')}
          onChange={(event) => set({ status: event.target.value as PlanDraft['status'] })}
        />
        <SelectField
          label="Counted in"
          choices={[
            { value: 'minutes', words: 'Minutes' },
            { value: 'credits', words: 'Credits' },
          ]}
          value={draft.billingSystem}
          error={save.errorAt('billingSystem')}
          onChange={(event) => set({ billingSystem: event.target.value as PlanDraft['billingSystem'] })}
        />
        <TextField
          label="Currency"
          required
          maxLength={3}
          value={draft.currency}
          error={save.errorAt('currency')}
          onChange={(event) => set({ currency: event.target.value })}
        />
        {figures.map(([name, path, label, hint]) => (
          <TextField
            key={name}
            label={label}
            type="number"
            min={0}
            step="any"
            required={!optional.has(name)}
            {...(hint && { hint })}
            value={draft[name]}
            error={save.errorAt(path)}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </div>
      <p className="text-xs text-soft">
        What was used stays, unless a subscription begins or the unit changes: then a new period begins.
      </p>
    </ChangesForm>
  );
}
