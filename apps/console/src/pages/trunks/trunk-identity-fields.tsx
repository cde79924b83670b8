import { textControls } from '../../components/draft.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { emptyDraft, identityPaths, type TrunkDraft } from './trunk-draft.ts';

/** Headers that carry the caller ID, with their names in SIP. */
const headers = [
  { value: 'PAI', words: 'P-Asserted-Identity' },
  { value: 'PPI', words: 'P-Preferred-Identity' },
  { value: 'RPID', words: 'Remote-Party-ID' },
] as const;

const isUnusual = (draft: TrunkDraft): boolean =>
  identityPaths.some((name) => JSON.stringify(draft[name]) !== JSON.stringify(emptyDraft[name]));

/** How the trunk recognises us, and how it shows the caller ID: only what a provider asks for is filled in. */
export function IdentityFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: TrunkDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: TrunkDraft) => void;
}) {
  const text = textControls(draft, onChange, errorAt);
  const { identityHeaders: chosen } = draft;
  const mark = (value: (typeof headers)[number]['value'], isChosen: boolean) =>
    onChange({
      ...draft,
      identityHeaders: headers
        .map((header) => header.value)
        .filter((one) => (one === value ? isChosen : chosen.includes(one))),
    });
  const isWrong = identityPaths.some((path) => errorAt(path) !== undefined);
  return (
    <details className="group" open={isWrong ? true : undefined}>
      <summary className="text-xs text-soft hover:text-ink">
        Identity{isUnusual(draft) ? ': changed' : ''}
      </summary>
      <div className="mt-2 flex flex-col gap-4">
        <p className="text-xs text-soft">
          Most trunks need none of this. Fill in what your provider asks for.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="User for authentication"
            dir="ltr"
            autoComplete="off"
            hint="Goes with the password. Empty: the user"
            {...text('authUsername')}
          />
          <TextField
            label="Outbound proxy"
            dir="ltr"
            placeholder="proxy.example.com:5060"
            hint="Everything is sent there first. Empty: to the host"
            {...text('outboundProxy')}
          />
          <TextField
            label="User in From"
            dir="ltr"
            hint="Empty: the caller ID, or the user if Parley registers there"
            {...text('fromUser')}
          />
          <TextField
            label="Domain in From"
            dir="ltr"
            placeholder="example.com"
            hint="Empty: the host"
            {...text('fromDomain')}
          />
          <TextField
            label="User in Contact"
            dir="ltr"
            hint="For providers that send calls to you by it. Empty: the user in From"
            {...text('contactUser')}
          />
          <SelectField
            label="Audio"
            choices={[
              { value: '', words: 'Encrypted with TLS, otherwise not' },
              { value: 'SRTP', words: 'Encrypted (SRTP)' },
              { value: 'RTP', words: 'Not encrypted (RTP)' },
            ]}
            hint="Both sides must agree, or calls fail"
            {...text('media')}
          />
        </div>
        <fieldset className="flex flex-col gap-1">
          <legend className="text-xs font-medium text-soft">Headers with the caller ID</legend>
          {headers.map(({ value, words }) => (
            <CheckField
              key={value}
              label={words}
              checked={chosen.includes(value)}
              onChange={({ target }) => mark(value, target.checked)}
            />
          ))}
          <p className={errorAt('identityHeaders') ? 'text-xs text-bad' : 'text-xs text-soft'}>
            {errorAt('identityHeaders') ??
              'From them the provider reads which number to show. None: from From alone'}
          </p>
        </fieldset>
      </div>
    </details>
  );
}
