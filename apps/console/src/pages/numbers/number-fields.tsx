import { useQuery } from '@tanstack/react-query';
import { type Body, get, type Reply } from '../../api/client.ts';
import { useMe } from '../../api/me.ts';
import { textControls } from '../../components/draft.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';

export type CompanyNumber = Reply<'/phone-numbers', 'get'>['data'][number];

export const numberPaths = [
  'phoneNumber',
  'label',
  'trunkId',
  'isPooled',
  'maxConcurrentCalls',
  'maxCallsPerSecond',
  'maxCallsPerDay',
  'coolDownSeconds',
];

/** The draft of a number. Limits are text while they are typed; an empty one is none. */
export interface NumberDraft {
  readonly phoneNumber: string;
  readonly label: string;
  readonly isPooled: boolean;
  readonly trunkId: string;
  readonly maxConcurrentCalls: string;
  readonly maxCallsPerSecond: string;
  readonly maxCallsPerDay: string;
  readonly coolDownSeconds: string;
}

const typed = (value: number | null | undefined): string => (value == null ? '' : String(value));
const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

export const draftOf = (number: CompanyNumber | undefined): NumberDraft => ({
  phoneNumber: number?.phoneNumber ?? '',
  label: number?.label ?? '',
  isPooled: number?.isPooled ?? true,
  trunkId: number?.trunkId ?? '',
  maxConcurrentCalls: typed(number?.maxConcurrentCalls),
  maxCallsPerSecond: typed(number?.maxCallsPerSecond),
  maxCallsPerDay: typed(number?.maxCallsPerDay),
  coolDownSeconds: typed(number?.coolDownSeconds),
});

export const changesOf = (draft: NumberDraft): Body<'/phone-numbers/{id}', 'patch'> => ({
  label: draft.label.trim() === '' ? null : draft.label.trim(),
  isPooled: draft.isPooled,
  trunkId: draft.trunkId === '' ? null : draft.trunkId,
  maxConcurrentCalls: numberIn(draft.maxConcurrentCalls),
  maxCallsPerSecond: numberIn(draft.maxCallsPerSecond),
  maxCallsPerDay: numberIn(draft.maxCallsPerDay),
  coolDownSeconds: numberIn(draft.coolDownSeconds),
});

const MOST_TRUNKS = 50;

/** The trunks that a number of the company may belong to, by id. Only staff see the names of shared ones. */
export function useTrunkNames(): ReadonlyMap<string, string> {
  const { isStaff } = useMe();
  const query = { limit: MOST_TRUNKS };
  const own = useQuery({
    queryKey: ['trunks', 'names'],
    queryFn: ({ signal }) => get('/trunks', { query, signal }),
  });
  const shared = useQuery({
    queryKey: ['shared-trunks', 'names'],
    enabled: isStaff,
    queryFn: ({ signal }) => get('/shared-trunks', { query, signal }),
  });
  return new Map([
    ...(own.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(shared.data?.data ?? []).map(({ id, name }) => [id, `${name} (shared)`] as const),
  ]);
}

export const SHARED_TRUNK = 'A shared trunk';

/** The form fields of a number, new or existing. */
export function NumberFields({
  draft,
  isNew,
  errorAt,
  onChange,
}: {
  readonly draft: NumberDraft;
  readonly isNew: boolean;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: NumberDraft) => void;
}) {
  const trunks = useTrunkNames();
  const text = textControls(draft, onChange, errorAt);
  const limit = { type: 'number', min: 1, placeholder: 'No limit' } as const;
  const isUnnamed = draft.trunkId !== '' && !trunks.has(draft.trunkId);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {isNew && (
          <TextField
            label="Phone number"
            dir="ltr"
            required
            placeholder="+41446681800"
            hint="The provider must allow it as a caller ID"
            {...text('phoneNumber')}
          />
        )}
        <TextField label="Label" maxLength={200} {...text('label')} />
        <SelectField
          label="Trunk"
          hint="Providers show only numbers that they know"
          choices={[
            { value: '', words: 'Any trunk' },
            ...[...trunks].map(([value, words]) => ({ value, words })),
            ...(isUnnamed ? [{ value: draft.trunkId, words: SHARED_TRUNK }] : []),
          ]}
          {...text('trunkId')}
        />
      </div>
      <CheckField
        label="In the pool"
        hint="Agents without a number of their own call from the pooled number nearest to the contact"
        checked={draft.isPooled}
        onChange={({ target }) => onChange({ ...draft, isPooled: target.checked })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Maximum of calls at the same time" {...limit} {...text('maxConcurrentCalls')} />
        <TextField label="Maximum of new calls per second" {...limit} {...text('maxCallsPerSecond')} />
        <TextField label="Maximum of calls in 24 hours" {...limit} {...text('maxCallsPerDay')} />
        <TextField
          label="Seconds from one call to the next"
          type="number"
          min={1}
          max={86_400}
          placeholder="None"
          {...text('coolDownSeconds')}
        />
      </div>
    </>
  );
}
