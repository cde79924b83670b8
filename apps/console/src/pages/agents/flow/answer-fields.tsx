import { type AnswerKind, answerKinds, answerProperties, moneyPeriods } from '@parley/contract/flow.ts';
import { CheckField, LinesField, SelectField, TextField } from '../../../components/field.tsx';
import type { Condition, Question } from '../../../flow/flow.model.ts';

type Answer = NonNullable<Question['answer']>;

const kindWords: Readonly<Record<AnswerKind, string>> = {
  yes_no: 'Yes or no',
  number: 'Number',
  money: 'Amount of money',
  date: 'Date',
  time: 'Time of day',
  choice: 'One of several options',
  list: 'List',
  name: 'Name',
  email: 'E-mail address',
  phone: 'Phone number',
  text: 'Free text',
};

const keyHints: Readonly<Partial<Record<AnswerKind, string>>> = {
  yes_no: '1 is yes, 2 is no.',
  choice: 'The position of the option: 1 is the first.',
  number: 'The number, then #.',
  money: 'The number, then #.',
};

/** Those whose questions may be answered by keys. */
const takesKeys = (kind: AnswerKind): boolean =>
  (answerProperties.keys as readonly AnswerKind[]).includes(kind);

export const answerWords = (kind: AnswerKind): string => kindWords[kind].toLowerCase();

/** What kind of answer a question asks for, with what that kind needs. */
export function AnswerFields({
  answer,
  errorAt,
  onChange,
}: {
  readonly answer: Answer | undefined;
  readonly errorAt: (property: string) => string | undefined;
  readonly onChange: (answer: Answer | undefined, mark?: string) => void;
}) {
  const type = answer?.type;
  const set = (changes: Partial<Answer>, mark: string) => answer && onChange({ ...answer, ...changes }, mark);
  return (
    <>
      <SelectField
        label="Answer type"
        hint="Branches then offer fitting values."
        choices={[
          { value: '', words: 'From the wording' },
          ...answerKinds.map((value) => ({ value, words: kindWords[value] })),
        ]}
        value={type ?? ''}
        error={errorAt('answer') ?? errorAt('answer.type')}
        onChange={({ target: { value } }) =>
          onChange(value === '' ? undefined : startOf(value as AnswerKind, answer))
        }
      />
      {(type === 'choice' || type === 'list') && (
        <LinesField
          label="Options"
          hint={type === 'choice' ? 'One per line, two at least.' : 'One per line; empty for any.'}
          lines={answer?.options ?? []}
          error={errorAt('answer.options')}
          onChange={(options) => set({ options }, 'answer.options')}
        />
      )}
      {type === 'number' && (
        <TextField
          label="Unit"
          placeholder="years"
          value={answer?.unit ?? ''}
          error={errorAt('answer.unit')}
          onChange={(event) => set({ unit: event.target.value }, 'answer.unit')}
        />
      )}
      {type === 'money' && (
        <>
          <TextField
            label="Currency"
            placeholder="GBP"
            maxLength={3}
            spellCheck={false}
            value={answer?.currency ?? ''}
            error={errorAt('answer.currency')}
            onChange={(event) => set({ currency: event.target.value.toUpperCase() }, 'answer.currency')}
          />
          <SelectField
            label="Per"
            choices={[
              { value: '', words: 'Not said' },
              ...moneyPeriods.map((value) => ({ value, words: value })),
            ]}
            value={answer?.period ?? ''}
            error={errorAt('answer.period')}
            onChange={({ target: { value } }) =>
              set({ period: (value || undefined) as Answer['period'] } as Partial<Answer>, 'answer.period')
            }
          />
        </>
      )}
      {type && takesKeys(type) && (
        <CheckField
          label="Also by keys of the telephone"
          hint={`${keyHints[type]} The question has to say so.`}
          checked={answer?.keys === true}
          onChange={({ target: { checked } }) => set({ keys: checked }, 'answer.keys')}
        />
      )}
    </>
  );
}

/** A new kind keeps what it may have as well. */
const startOf = (type: AnswerKind, before: Answer | undefined): Answer => ({
  type,
  ...(type === 'choice' || type === 'list' ? { options: before?.options ?? [] } : {}),
  ...(before?.keys && takesKeys(type) ? { keys: true } : {}),
});

const inputTypes: Readonly<Partial<Record<AnswerKind, string>>> = {
  date: 'date',
  time: 'time',
  number: 'number',
  money: 'number',
};

/** What such an input can show. Other texts, which may have been stored, would look like no value. */
const shownBy: Readonly<Record<string, RegExp>> = {
  date: /^(\d{4}-\d\d-\d\d)?$/,
  time: /^(\d\d:\d\d)?$/,
  number: /^(-?\d+(\.\d+)?)?$/,
};

function inputTypeOf(answer: Answer | undefined, value: string): string | undefined {
  const type = answer && inputTypes[answer.type];
  return type !== undefined && shownBy[type]?.test(value) ? type : undefined;
}

/** The value that an answer or a field is compared with: a picker that fits its type, or text. */
export function AnswerValue({
  answer,
  condition: { operator, value },
  error,
  onChange,
}: {
  /** Undefined: it may be anything. */
  readonly answer: Answer | undefined;
  readonly condition: Pick<Condition, 'operator' | 'value'>;
  readonly error: string | undefined;
  readonly onChange: (changes: Pick<Condition, 'value' | 'given'>, mark?: string) => void;
}) {
  const choices = answer && choicesOf(answer);
  if (choices && operator === 'IN') {
    const chosen = value.split(',').map((one) => one.trim());
    return (
      <fieldset className="flex flex-col gap-1">
        <legend className="text-xs font-medium text-soft">Value</legend>
        {choices.map(({ given, words }) => (
          <label key={words} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(String(given))}
              onChange={({ target: { checked } }) => {
                const all = choices
                  .map((one) => one.given)
                  .filter((one) => (one === given ? checked : chosen.includes(String(one))));
                onChange({ value: all.join(', '), given: all });
              }}
            />
            {words}
          </label>
        ))}
        {error && <p className="text-xs text-bad">{error}</p>}
      </fieldset>
    );
  }
  if (choices) {
    return (
      <SelectField
        label="Value"
        choices={[
          { value: '', words: 'Choose…' },
          ...choices.map(({ given, words }) => ({ value: String(given), words })),
          // What was stored before the question had options stays until somebody chooses.
          ...(value !== '' && !choices.some(({ given }) => String(given) === value)
            ? [{ value, words: `${value} (not an option)` }]
            : []),
        ]}
        value={value}
        error={error}
        onChange={({ target }) =>
          onChange({
            value: target.value,
            given: choices.find(({ given }) => String(given) === target.value)?.given,
          })
        }
      />
    );
  }
  const inputType = operator === 'IN' ? undefined : inputTypeOf(answer, value);
  return (
    <TextField
      label="Value"
      {...(operator === 'IN' && { hint: 'Several, with commas between them.' })}
      {...(inputType && { type: inputType })}
      {...(inputType === 'number' && { step: 'any' })}
      value={value}
      error={error}
      onChange={({ target }) => {
        const isNumber = inputType === 'number' && target.value !== '';
        onChange(
          { value: target.value, given: isNumber ? Number(target.value) : undefined },
          'condition.value',
        );
      }}
    />
  );
}

/** What can be chosen from; undefined: anything of the kind. */
function choicesOf({ type, options }: Answer): { given: string | boolean; words: string }[] | undefined {
  if (type === 'yes_no')
    return [
      { given: true, words: 'Yes' },
      { given: false, words: 'No' },
    ];
  const named = (options ?? []).map((one) => one.trim()).filter((one) => one !== '');
  return (type === 'choice' || type === 'list') && named.length > 0
    ? named.map((given) => ({ given, words: given }))
    : undefined;
}
