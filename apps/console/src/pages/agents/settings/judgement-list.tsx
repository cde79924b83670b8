import { TextField } from '../../../kit/field.tsx';
import type { Agent } from '../agent.ts';
import { EntryList } from './entry-list.tsx';
import { useSettingsDesk } from './settings-desk.ts';

type Judgement = Agent['analyticsConfig']['outcomes'][number];

const blank: Judgement = { key: '', label: '', description: '' };

/** Things that are so after a call or not: outcomes, tags. */
export function JudgementList({
  title,
  hint,
  one,
  path,
  judgements,
  onChange,
}: {
  readonly title: string;
  readonly hint: string;
  readonly one: string;
  readonly path: string;
  readonly judgements: readonly Judgement[];
  readonly onChange: (judgements: Judgement[]) => void;
}) {
  const { errorAt } = useSettingsDesk();
  return (
    <EntryList title={title} hint={hint} one={one} entries={judgements} blank={blank} onChange={onChange}>
      {(judgement, index, set) => (
        <>
          <TextField
            label="Label"
            value={judgement.label}
            error={errorAt(`${path}[${index}].label`)}
            onChange={(event) => set({ label: event.target.value })}
          />
          <TextField
            label="Key"
            placeholder="From the label"
            spellCheck={false}
            value={judgement.key}
            error={errorAt(`${path}[${index}].key`)}
            onChange={(event) => set({ key: event.target.value.trim() })}
          />
          <div className="sm:col-span-2">
            <TextField
              label="Condition"
              value={judgement.description}
              error={errorAt(`${path}[${index}].description`)}
              onChange={(event) => set({ description: event.target.value })}
            />
          </div>
        </>
      )}
    </EntryList>
  );
}
