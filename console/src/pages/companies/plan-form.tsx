import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { differences } from '../../kit/differences.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import type { Plan } from './account.ts';
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
  const [was, setWas] = useState(() => planDraftOf(plan));
  const [draft, setDraft] = useState(was);
  const changes = differences(planOf(draft), planOf(was));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged);
  const set = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });
  // A plan is sent whole: what was not changed here is as it was last read, not as when this was begun.
  const whole = { ...planOf(planDraftOf(plan)), ...changes };
  const save = useAct(() => put('/companies/{id}/plan', whole, { path: { id: companyId } }), {
    isQuiet: true,
    touches: [['company', companyId], ['usage']],
    done: 'The plan was saved',
    onDone: (saved) => {
      const now = planDraftOf(saved);
      setWas(now);
      setDraft(now);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <Section title="Change the plan">
      <form onSubmit={submit} className="flex flex-col gap-4">
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
        <FormTrouble failure={save.failure} shown={paths} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            Save the plan
          </Button>
        </div>
      </form>
    </Section>
  );
}
