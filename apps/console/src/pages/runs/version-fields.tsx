import { MOST_SPLIT } from '@parley/contract/run.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckField, SelectField } from '../../components/field.tsx';
import { versionsQuery, versionWords } from '../agents/history-tab.tsx';

/** Which version of the agent calls: the published one, another, or several by chance to compare them. */
export function VersionFields({
  agentId,
  chosen,
  error,
  onChange,
}: {
  readonly agentId: string;
  /** None: the one that is published at the launch. */
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (versionIds: readonly string[]) => void;
}) {
  const versions = useQuery({ ...versionsQuery(agentId), enabled: agentId !== '' });
  const all = versions.data?.data ?? [];
  if (all.length < 2) return null;
  const isSplit = chosen.length > 1;
  return (
    <div className="flex flex-col gap-2">
      {isSplit ? (
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-xs font-medium text-soft">
            Versions to compare, two to {MOST_SPLIT}
          </legend>
          <div className="flex max-h-40 flex-col gap-1 overflow-auto rounded-md border border-line p-2">
            {all.map((version) => (
              <CheckField
                key={version.id}
                label={versionWords(version)}
                checked={chosen.includes(version.id)}
                disabled={chosen.includes(version.id) ? chosen.length <= 2 : chosen.length >= MOST_SPLIT}
                onChange={({ target: { checked } }) =>
                  onChange(checked ? [...chosen, version.id] : chosen.filter((id) => id !== version.id))
                }
              />
            ))}
          </div>
          {error && <p className="text-xs text-bad">{error}</p>}
        </fieldset>
      ) : (
        <SelectField
          label="Version"
          choices={[
            { value: '', words: 'The one that is published at the launch' },
            ...all.map((version) => ({ value: version.id, words: versionWords(version) })),
          ]}
          value={chosen[0] ?? ''}
          error={error}
          onChange={({ target: { value } }) => onChange(value === '' ? [] : [value])}
        />
      )}
      <CheckField
        label="Split between versions"
        hint="Each contact is called with one of them by chance; the run compares their outcomes."
        checked={isSplit}
        onChange={({ target: { checked } }) => onChange(checked ? all.slice(0, 2).map(({ id }) => id) : [])}
      />
    </div>
  );
}
