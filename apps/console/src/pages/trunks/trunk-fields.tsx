import { textControls } from '../../components/draft.ts';
import { CheckField, LinesField, SelectField, TextField } from '../../components/field.tsx';
import type { TrunkDraft } from './trunk-draft.ts';
import { IdentityFields } from './trunk-identity-fields.tsx';

/** The form fields of a trunk, new or existing. */
export function TrunkFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: TrunkDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: TrunkDraft) => void;
}) {
  const set = (part: Partial<TrunkDraft>) => onChange({ ...draft, ...part });
  const text = textControls(draft, onChange, errorAt);
  const limit = { type: 'number', min: 1, placeholder: 'No limit' } as const;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" required {...text('name')} />
        <TextField label="Host" dir="ltr" required placeholder="sip.example.com" {...text('host')} />
        <SelectField
          label="Transport"
          choices={[
            { value: 'TLS', words: 'TLS, with encrypted audio' },
            { value: 'TCP', words: 'TCP' },
            { value: 'UDP', words: 'UDP' },
          ]}
          {...text('transport')}
        />
        <TextField
          label="Port"
          type="number"
          min={1}
          max={65_535}
          hint="Empty: found by DNS, or the usual one"
          {...text('port')}
        />
        <TextField
          label="User"
          dir="ltr"
          autoComplete="off"
          hint="Empty: the provider knows your IP address"
          {...text('username')}
        />
        <TextField
          label="Password"
          type="password"
          dir="ltr"
          autoComplete="new-password"
          placeholder={draft.hasPassword ? 'Unchanged' : ''}
          hint="Stored encrypted and never shown again"
          {...text('password')}
        />
      </div>
      <CheckField
        label="Register there"
        hint="For telephone systems that expect a registration"
        checked={draft.isRegistering}
        onChange={({ target }) => set({ isRegistering: target.checked })}
      />
      <IdentityFields draft={draft} errorAt={errorAt} onChange={onChange} />
      <LinesField
        label="Numbers begin with"
        hint="One prefix a line, such as +41. Empty: all numbers. The longest matching prefix is used first."
        lines={draft.prefixes}
        error={errorAt('prefixes')}
        onChange={(prefixes) => set({ prefixes })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Number format"
          choices={[
            { value: 'E164', words: '+41446681800 (E.164)' },
            { value: 'E164_WITHOUT_PLUS', words: '41446681800 (without plus)' },
            { value: 'NATIONAL', words: '0446681800 (national)' },
          ]}
          {...text('numberFormat')}
        />
        {draft.numberFormat === 'NATIONAL' && (
          <TextField
            label="Country of the trunk"
            maxLength={2}
            required
            placeholder="CH"
            hint="Numbers of other countries are dialled as from there"
            {...text('numberCountry')}
          />
        )}
        <TextField
          label="Dial prefix"
          dir="ltr"
          maxLength={10}
          hint="Dialled before each number, such as 9 or 00. Not with E.164"
          {...text('dialPrefix')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Priority"
          type="number"
          min={0}
          max={1000}
          required
          hint="The lowest is used first, the next ones when it fails"
          {...text('priority')}
        />
        <TextField
          label="Weight"
          type="number"
          min={1}
          max={1000}
          required
          hint="Share of calls among trunks of the same priority"
          {...text('weight')}
        />
        <TextField label="Maximum of calls at the same time" {...limit} {...text('maxConcurrentCalls')} />
        <TextField label="Maximum of new calls per second" {...limit} {...text('maxCallsPerSecond')} />
        <TextField label="Maximum of calls in 24 hours" {...limit} {...text('maxCallsPerDay')} />
        <SelectField
          label="Transfer to a person"
          hint="Some telephone systems, such as Asterisk, do not transfer every call (REFER): with them choose one of the two that bridge"
          choices={[
            { value: 'REFER', words: 'The network transfers (REFER)' },
            { value: 'BRIDGE', words: 'Bridge both calls' },
            { value: 'ATTENDED', words: 'Bridge, then REFER with Replaces' },
          ]}
          {...text('transfer')}
        />
      </div>
    </>
  );
}
