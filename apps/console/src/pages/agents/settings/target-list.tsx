import { SelectField, TextField } from '../../../kit/field.tsx';
import type { Agent } from '../agent.ts';
import { EntryList } from './entry-list.tsx';
import { LinesField } from './lines-field.tsx';
import { useSettingsDesk } from './settings-desk.ts';

type Target = Agent['analyticsConfig']['extractionTargets'][number];

const types: readonly { value: Target['type']; words: string }[] = [
  { value: 'string', words: 'Text' },
  { value: 'number', words: 'Number' },
  { value: 'bool', words: 'Yes or no' },
  { value: 'date', words: 'Date' },
  { value: 'enum', words: 'One of several' },
  { value: 'list', words: 'Several texts' },
];
const blank: Target = { key: '', label: '', type: 'string' };

/** Values to be found in what was said. */
export function TargetList({
  targets,
  onChange,
}: {
  readonly targets: readonly Target[];
  readonly onChange: (targets: Target[]) => void;
}) {
  const { errorAt } = useSettingsDesk();
  return (
    <EntryList
      title="Values"
      hint="Found in what was said, each with the words that show it."
      one="value"
      entries={targets}
      blank={blank}
      onChange={onChange}
    >
      {(target, index, set) => {
        const path = `analyticsConfig.extractionTargets[${index}]`;
        return (
          <>
            <TextField
              label="Label"
              placeholder="Earliest start"
              value={target.label}
              error={errorAt(`${path}.label`)}
              onChange={(event) => set({ label: event.target.value })}
            />
            <TextField
              label="Key"
              placeholder="start_date"
              spellCheck={false}
              value={target.key}
              error={errorAt(`${path}.key`)}
              onChange={(event) => set({ key: event.target.value.trim() })}
            />
            <SelectField
              label="Type"
              choices={types}
              value={target.type}
              error={errorAt(`${path}.type`)}
              onChange={(event) => set({ type: event.target.value as Target['type'] })}
            />
            <TextField
              label="Description"
              placeholder="When could they start?"
              value={target.description ?? ''}
              error={errorAt(`${path}.description`)}
              onChange={(event) => set({ description: event.target.value })}
            />
            {target.type === 'enum' && (
              <LinesField
                label="Values to choose from"
                hint="One on each line."
                lines={target.options ?? []}
                error={errorAt(`${path}.options`)}
                onChange={(options) => set({ options })}
              />
            )}
          </>
        );
      }}
    </EntryList>
  );
}
