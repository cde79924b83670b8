import type { Body } from '../../api/client.ts';
import { textControls } from '../../components/draft.ts';
import { CheckField, LinesField, SelectField, TextField } from '../../components/field.tsx';
import type { Trunk } from './trunk.tsx';

/** Paths whose violations are shown at these fields. */
export const trunkPaths = [
  'name',
  'host',
  'port',
  'transport',
  'username',
  'password',
  'prefixes',
  'priority',
  'weight',
  'maxConcurrentCalls',
  'maxCallsPerSecond',
  'maxCallsPerDay',
  'transfer',
];

type NewTrunk = Body<'/trunks', 'post'>;
type TrunkChanges = NonNullable<Body<'/trunks/{id}', 'patch'>>;

/** The draft of a trunk. Numbers are text while they are typed; an empty one is none. */
interface TrunkDraft {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly transport: Trunk['transport'];
  readonly username: string;
  readonly password: string;
  /** The service has one; an empty one here keeps it. */
  readonly hasPassword: boolean;
  readonly isRegistering: boolean;
  readonly transfer: Trunk['transfer'];
  readonly prefixes: readonly string[];
  readonly priority: string;
  readonly weight: string;
  readonly maxConcurrentCalls: string;
  readonly maxCallsPerSecond: string;
  readonly maxCallsPerDay: string;
}

export const emptyDraft: TrunkDraft = {
  name: '',
  host: '',
  port: '',
  transport: 'TLS',
  username: '',
  password: '',
  hasPassword: false,
  isRegistering: false,
  transfer: 'REFER',
  prefixes: [],
  priority: '10',
  weight: '1',
  maxConcurrentCalls: '',
  maxCallsPerSecond: '',
  maxCallsPerDay: '',
};

const typed = (value: number | null): string => (value === null ? '' : String(value));
const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

export const draftOf = (trunk: Trunk): TrunkDraft => ({
  name: trunk.name,
  host: trunk.host,
  port: typed(trunk.port),
  transport: trunk.transport,
  username: trunk.username ?? '',
  password: '',
  hasPassword: trunk.hasPassword,
  isRegistering: trunk.isRegistering,
  transfer: trunk.transfer,
  prefixes: trunk.prefixes,
  priority: String(trunk.priority),
  weight: String(trunk.weight),
  maxConcurrentCalls: typed(trunk.maxConcurrentCalls),
  maxCallsPerSecond: typed(trunk.maxCallsPerSecond),
  maxCallsPerDay: typed(trunk.maxCallsPerDay),
});

const sentOf = (draft: TrunkDraft) => ({
  name: draft.name,
  host: draft.host.trim(),
  port: numberIn(draft.port),
  transport: draft.transport,
  username: draft.username === '' ? null : draft.username,
  ...(draft.password === '' ? {} : { password: draft.password }),
  isRegistering: draft.isRegistering,
  transfer: draft.transfer,
  prefixes: draft.prefixes.map((line) => line.trim()).filter((line) => line !== ''),
  priority: Number(draft.priority),
  weight: Number(draft.weight),
  maxConcurrentCalls: numberIn(draft.maxConcurrentCalls),
  maxCallsPerSecond: numberIn(draft.maxCallsPerSecond),
  maxCallsPerDay: numberIn(draft.maxCallsPerDay),
});

export const newTrunkOf = (draft: TrunkDraft): NewTrunk => sentOf(draft);
export const changesOf = (draft: TrunkDraft): TrunkChanges => sentOf(draft);

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
      <LinesField
        label="Numbers begin with"
        hint="One prefix a line, such as +41. Empty: all numbers. The longest matching prefix is used first."
        lines={draft.prefixes}
        error={errorAt('prefixes')}
        onChange={(prefixes) => set({ prefixes })}
      />
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
