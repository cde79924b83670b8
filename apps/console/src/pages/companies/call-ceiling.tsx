import { useAction } from '../../api/action.ts';
import { put } from '../../api/client.ts';
import { useDraft } from '../../components/draft.ts';
import { ChangesForm } from '../../components/form.tsx';
import {
  LimitFields,
  type LimitsDraft,
  limitPaths,
  limitsDraftOf,
  limitsOf,
} from '../limits/limit-fields.tsx';
import type { Company } from './company-fields.tsx';

/** What the company may allow itself at most, for staff. */
export function CallCeiling({ company }: { readonly company: Company }) {
  const { draft, setDraft, isChanged, saved } = useDraft(
    () => limitsDraftOf(company.callCeiling ?? {}),
    limitsOf,
  );
  const save = useAction(
    (typed: LimitsDraft) =>
      put('/companies/{id}/call-ceiling', limitsOf(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      invalidates: [['company', company.id]],
      done: 'Saved. It counts from the next call on',
      onDone: (now, typed) => saved(limitsDraftOf(now), typed),
    },
  );
  return (
    <ChangesForm
      title="Call ceiling"
      verb="Save ceiling"
      draft={draft}
      isChanged={isChanged}
      save={save}
      shown={limitPaths}
    >
      <p className="text-soft">
        The company's keys and owners cannot exceed or lift it. Of it and of their own limits, the stricter
        counts.
      </p>
      <LimitFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
