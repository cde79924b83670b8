import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../api/action.ts';
import { put } from '../../api/client.ts';
import { useDraft } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { accountQuery, type Plan } from './company-fields.tsx';

const figures: readonly (readonly [name: keyof PlanDraft, path: keyof Plan, label: string, hint?: string])[] =
  [
    ['included', 'included', 'Included', 'Renewed each period.'],
    ['purchased', 'purchased', 'Purchased', 'Carried over to the next period.'],
    ['overagePrice', 'overagePrice', 'Overage price', 'Per minute or credit. Empty: overage is not allowed.'],
    ['monthlySpendingCap', 'monthlySpendingCap', 'Spending cap', 'Per period. Empty: no cap.'],
    ['maxConcurrentCalls', 'maxConcurrentCalls', 'Concurrent calls'],
    ['storageGib', 'storageBytes', 'Storage in GiB'],
    ['creditsPerMinute', 'creditsPerMinute', 'Credits per minute'],
  ];
const optional: ReadonlySet<string> = new Set(['overagePrice', 'monthlySpendingCap']);
const paths = [...figures.map(([, path]) => path), 'billingSystem', 'status', 'currency'];

/** The plan of a company. */
export function PlanForm({ companyId, plan }: { readonly companyId: string; readonly plan: Plan }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => planDraftOf(plan), planOf);
  const queries = useQueryClient();
  const set = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });
  // A plan is sent as a whole: unchanged values are those last read, not those from when editing started.
  const wholeOf = (typed: PlanDraft) => ({ ...planOf(planDraftOf(plan)), ...changesIn(typed) });
  const save = useAction(
    (typed: PlanDraft) => put('/companies/{id}/plan', wholeOf(typed), { path: { id: companyId } }),
    {
      isQuiet: true,
      invalidates: [['company', companyId], ['usage']],
      done: 'Plan saved',
      onDone: (now, typed) => {
        // A second save before the refetch starts from this plan, not from the one before.
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
      title="Edit plan"
      verb="Save plan"
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
          label="Unit"
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
        Usage is kept, unless a subscription starts or the unit changes: then a new period starts.
      </p>
    </ChangesForm>
  );
}

const GIB = 1024 ** 3;

/** The draft of a plan: numbers as typed. */
interface PlanDraft {
  readonly billingSystem: Plan['billingSystem'];
  readonly status: Plan['status'];
  readonly included: string;
  readonly purchased: string;
  /** Empty: there is no overage. */
  readonly overagePrice: string;
  /** Empty: there is no cap. */
  readonly monthlySpendingCap: string;
  readonly currency: string;
  readonly maxConcurrentCalls: string;
  readonly storageGib: string;
  readonly creditsPerMinute: string;
}

const text = (amount: number | null | undefined): string => (amount == null ? '' : String(amount));
const amount = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

const planDraftOf = (plan: Plan): PlanDraft => ({
  billingSystem: plan.billingSystem,
  status: plan.status,
  included: text(plan.included),
  purchased: text(plan.purchased),
  overagePrice: text(plan.overagePrice),
  monthlySpendingCap: text(plan.monthlySpendingCap),
  currency: plan.currency,
  maxConcurrentCalls: text(plan.maxConcurrentCalls),
  storageGib: text(plan.storageBytes / GIB),
  creditsPerMinute: text(plan.creditsPerMinute),
});

const planOf = (draft: PlanDraft): Plan => ({
  billingSystem: draft.billingSystem,
  status: draft.status,
  included: Number(draft.included),
  purchased: Number(draft.purchased),
  overagePrice: amount(draft.overagePrice),
  monthlySpendingCap: amount(draft.monthlySpendingCap),
  currency: draft.currency.toUpperCase(),
  maxConcurrentCalls: Number(draft.maxConcurrentCalls),
  storageBytes: Math.round(Number(draft.storageGib) * GIB),
  creditsPerMinute: Number(draft.creditsPerMinute),
});
