import { MOST_SPLIT } from '@parley/contract/run.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { OlderVersions, useVersionChoice, versionWords } from '../agents/version-choice.tsx';
import { shareWords, type VersionShare } from './version-shares.ts';

/** Where the service names a wrong weight. */
const weightPath = (place: number): string => `split[${place}].weight`;
export const versionPaths: readonly string[] = [
  'split',
  'agentVersionId',
  ...Array.from({ length: MOST_SPLIT }, (_, place) => weightPath(place)),
];

/** Which version of the agent calls: the published one, another, or several by chance to compare them. */
export function VersionFields({
  agentId,
  shares,
  errorAt,
  onChange,
}: {
  readonly agentId: string;
  /** None: the one that is published at the launch. */
  readonly shares: readonly VersionShare[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (shares: readonly VersionShare[]) => void;
}) {
  const choice = useVersionChoice(agentId);
  const all = choice.versions;
  if (all.length < 2) return null;
  const isSplit = shares.length > 1;
  const chosen = shares.map(({ versionId }) => versionId);
  const error = errorAt('split') ?? errorAt('agentVersionId');
  // The oldest is what the others are compared with.
  const choose = (ids: readonly string[]) =>
    onChange(
      all
        .filter(({ id }) => ids.includes(id))
        .reverse()
        .map(({ id }) => shares.find(({ versionId }) => versionId === id) ?? { versionId: id, weight: '1' }),
    );
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
                  choose(checked ? [...chosen, version.id] : chosen.filter((id) => id !== version.id))
                }
              />
            ))}
          </div>
          <OlderVersions choice={choice} />
          {error && <p className="text-xs text-bad">{error}</p>}
          <div className="mt-1 grid gap-2 sm:grid-cols-2">
            {shares.map((share, place) => (
              <TextField
                key={share.versionId}
                label={`Share of version ${all.find(({ id }) => id === share.versionId)?.number}`}
                inputMode="numeric"
                value={share.weight}
                hint={shareWords(shares, share)}
                error={errorAt(weightPath(place))}
                onChange={({ target: { value } }) =>
                  onChange(shares.map((one) => (one === share ? { ...one, weight: value } : one)))
                }
              />
            ))}
          </div>
          <p className="text-xs text-soft">
            Shares are relative: 3 and 1 call three of four contacts with the first version.
          </p>
        </fieldset>
      ) : (
        <>
          <SelectField
            label="Version"
            choices={[
              { value: '', words: 'The one that is published at the launch' },
              ...all.map((version) => ({ value: version.id, words: versionWords(version) })),
              ...(chosen[0] === undefined || all.some(({ id }) => id === chosen[0])
                ? []
                : [{ value: chosen[0], words: 'An older version' }]),
            ]}
            value={chosen[0] ?? ''}
            error={error}
            onChange={({ target: { value } }) => choose([value])}
          />
          <OlderVersions choice={choice} />
        </>
      )}
      <CheckField
        label="Split between versions"
        hint="Each contact is called with one of them by chance; the run compares their outcomes."
        checked={isSplit}
        onChange={({ target: { checked } }) => choose(checked ? all.slice(0, 2).map(({ id }) => id) : [])}
      />
    </div>
  );
}
