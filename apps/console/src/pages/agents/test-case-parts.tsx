import { ChoiceOrText } from '../../components/choice-or-text.tsx';
import { type Choice, SelectField, TextField } from '../../components/field.tsx';
import { randomId } from '../../components/random-id.ts';
import type { Flow } from '../../flow/flow.model.ts';
import { namedQuestions, partChoices } from '../../flow/flow-names.ts';
import type { Agent } from './agent.ts';
import { AnswerValue } from './flow/answer-fields.tsx';
import { type ExpectedResult, newExpectedResult } from './test-case-result.ts';
import { Rows } from './test-case-rows.tsx';
import { type ExpectedValue, newExpectedValue } from './test-case-value.ts';

/** The answers that a test case expects: questions and values are chosen, others can be typed. */
export function ExpectedValues({
  flow,
  values,
  error,
  errorOf,
  onChange,
}: {
  readonly flow: Flow | undefined;
  readonly values: readonly ExpectedValue[];
  readonly error: string | undefined;
  readonly errorOf: (value: ExpectedValue) => string | undefined;
  readonly onChange: (values: readonly ExpectedValue[]) => void;
}) {
  const questions = flow ? namedQuestions(flow) : [];
  return (
    <Rows
      legend="Recorded answers"
      add="Add answer"
      rows={values}
      error={error}
      nameOf={({ name }) => questions.find((one) => one.name === name)?.words ?? name}
      newRow={newExpectedValue}
      onChange={onChange}
      fieldsOf={(one, set) => {
        const answer = questions.find(({ name }) => name === one.name)?.answer;
        return (
          <>
            <ChoiceOrText
              label="Question"
              choices={questions.map(({ name, words }) => ({ value: name, words }))}
              other="Another question…"
              textLabel="Key, id or wording"
              value={one.name}
              error={undefined}
              onChange={(name, isTyped) => set(isTyped ? { name } : { name, value: '', given: undefined })}
            />
            <SelectField
              label="Expected"
              choices={[
                { value: 'is', words: 'is' },
                { value: 'nothing', words: 'is not recorded' },
              ]}
              value={one.isNothing ? 'nothing' : 'is'}
              onChange={({ target }) => set({ isNothing: target.value === 'nothing' })}
            />
            {!one.isNothing && (
              <AnswerValue
                answer={answer}
                condition={{ operator: answer?.type === 'list' ? 'IN' : 'EQUALS', value: one.value }}
                error={errorOf(one)}
                onChange={set}
              />
            )}
          </>
        );
      }}
    />
  );
}

export interface ExpectedPart {
  readonly id: string;
  readonly name: string;
}

export const newExpectedPart = (name = ''): ExpectedPart => ({ id: randomId(), name });

/** The parts of the flow that a test case must reach. */
export function ExpectedParts({
  flow,
  parts,
  error,
  onChange,
}: {
  readonly flow: Flow | undefined;
  readonly parts: readonly ExpectedPart[];
  readonly error: string | undefined;
  readonly onChange: (parts: readonly ExpectedPart[]) => void;
}) {
  const choices = flow ? partChoices(flow) : [];
  return (
    <Rows
      legend="Reached parts"
      add="Add part"
      rows={parts}
      error={error}
      nameOf={({ name }) => choices.find(({ value }) => value === name)?.words ?? name}
      newRow={newExpectedPart}
      onChange={onChange}
      fieldsOf={({ name }, set) => (
        <ChoiceOrText
          label="Section, question or branch"
          choices={choices}
          other="Another part…"
          textLabel="Id, key, title or wording"
          value={name}
          error={undefined}
          onChange={(next) => set({ name: next })}
        />
      )}
    />
  );
}

const verdictChoices: Readonly<Record<ExpectedResult['kind'], readonly Choice[]>> = {
  outcome: [
    { value: 'yes', words: 'met' },
    { value: 'no', words: 'not met' },
    { value: 'nothing', words: 'not known: the call does not tell' },
  ],
  field: [
    { value: 'yes', words: 'is' },
    { value: 'nothing', words: 'is not found' },
  ],
  tag: [
    { value: 'yes', words: 'applies' },
    { value: 'no', words: 'does not apply' },
  ],
};

/** The outcomes, extracted values and tags that a test case expects. */
export function ExpectedResults({
  config,
  results,
  error,
  errorOf,
  onChange,
}: {
  readonly config: Agent['analyticsConfig'];
  readonly results: readonly ExpectedResult[];
  readonly error: string | undefined;
  readonly errorOf: (result: ExpectedResult) => string | undefined;
  readonly onChange: (results: readonly ExpectedResult[]) => void;
}) {
  const choices = resultChoices(config);
  if (choices.length + results.length === 0) return null;
  return (
    <Rows
      legend="Outcomes, extracted values and tags"
      add="Add result"
      rows={results}
      error={error}
      nameOf={(one) => choices.find(({ value }) => value === placeOf(one))?.words ?? one.name}
      newRow={newExpectedResult}
      onChange={onChange}
      fieldsOf={(one, set) => {
        const place = placeOf(one);
        const isKnown = choices.some(({ value }) => value === place);
        return (
          <>
            <SelectField
              label="Result"
              choices={[
                ...(isKnown ? [] : [{ value: place, words: one.name === '' ? 'Choose…' : one.name }]),
                ...choices,
              ]}
              value={place}
              onChange={({ target }) => set(resultAt(target.value))}
            />
            <SelectField
              label="Must be"
              choices={verdictChoices[one.kind]}
              value={one.verdict}
              onChange={({ target }) => set({ verdict: target.value as ExpectedResult['verdict'] })}
            />
            {one.kind === 'field' && one.verdict === 'yes' && (
              <FieldValue
                target={config.extractionTargets.find(
                  ({ key, label }) => key === one.name || label === one.name,
                )}
                value={one.value}
                error={errorOf(one)}
                onChange={(value) => set({ value, given: null })}
              />
            )}
          </>
        );
      }}
    />
  );
}

const placeOf = ({ kind, name }: Pick<ExpectedResult, 'kind' | 'name'>): string =>
  name === '' ? '' : `${kind} ${name}`;

function resultAt(place: string): Partial<ExpectedResult> {
  const [kind = ''] = place.split(' ', 1);
  const { id: _, ...empty } = newExpectedResult();
  return { ...empty, given: null, kind: kind as ExpectedResult['kind'], name: place.slice(kind.length + 1) };
}

function resultChoices({ outcomes, extractionTargets, tags }: Agent['analyticsConfig']): Choice[] {
  const choices = (
    kind: ExpectedResult['kind'],
    word: string,
    all: readonly { key: string; label: string }[],
  ) => all.map(({ key, label }) => ({ value: placeOf({ kind, name: key }), words: `${word}: ${label}` }));
  return [
    ...choices('outcome', 'Outcome', outcomes),
    ...choices('field', 'Value', extractionTargets),
    ...choices('tag', 'Tag', tags),
  ];
}

/** A value of the type of its extraction target: options are chosen, others typed. */
function FieldValue({
  target,
  value,
  error,
  onChange,
}: {
  readonly target: Agent['analyticsConfig']['extractionTargets'][number] | undefined;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const options =
    target?.type === 'bool'
      ? [
          { value: 'true', words: 'Yes' },
          { value: 'false', words: 'No' },
        ]
      : target?.type === 'enum'
        ? (target.options ?? []).map((option) => ({ value: option, words: option }))
        : undefined;
  if (options === undefined)
    return (
      <TextField
        label="Value"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const isKnown = options.some((one) => one.value === value);
  return (
    <SelectField
      label="Value"
      choices={[...(isKnown ? [] : [{ value, words: value === '' ? 'Choose…' : value }]), ...options]}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
