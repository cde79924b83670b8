import { operators } from '@parley/contract/flow.ts';
import { useId } from 'react';
import { type Branch, type Condition, needsValue } from '../../../flow/flow.model.ts';
import { isAsk } from '../../../flow/flow-block.ts';
import { blocksOf } from '../../../flow/flow-tree.ts';
import { operatorWords } from '../../../flow/flow-words.ts';
import { SelectField, TextField } from '../../../kit/field.tsx';
import { useBlock, useEditorTools } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

/** When a branch is taken: by what the agent finds in the call, or by what is known. */
export function ConditionFields({ branch }: { readonly branch: Branch }) {
  const { set, errorAt } = useBlock<Branch>(branch);
  const { condition } = branch;
  const change = (changes: Partial<Condition>, mark?: string) =>
    set({ condition: { ...condition, ...changes } }, mark);
  return (
    <>
      <SelectField
        label="Taken when"
        choices={[
          { value: 'intent', words: 'the agent finds this in what was said' },
          { value: 'expression', words: 'this is known of the contact or was answered' },
        ]}
        value={condition.type}
        error={errorAt('condition') ?? errorAt('condition.type')}
        onChange={(event) => change({ type: event.target.value as Condition['type'] })}
      />
      {condition.type === 'intent' ? (
        <TokenArea
          label="What the agent looks for"
          placeholder="The person is interested in the position"
          value={condition.description}
          error={errorAt('condition.description')}
          onChange={(description) => change({ description }, 'condition.description')}
        />
      ) : (
        <Expression condition={condition} errorAt={errorAt} onChange={change} />
      )}
    </>
  );
}

function Expression({
  condition,
  errorAt,
  onChange,
}: {
  readonly condition: Condition;
  readonly errorAt: (property: string) => string | undefined;
  readonly onChange: (changes: Partial<Condition>, mark?: string) => void;
}) {
  const list = useId();
  const { now, fields } = useEditorTools();
  const keys = blocksOf(now()).flatMap(({ block }) =>
    isAsk(block) ? block.questions.flatMap(({ key }) => key || []) : [],
  );
  const known = fields.find(({ key }) => `contact.${key}` === condition.field);
  const options = known?.dataType === 'bool' ? ['true', 'false'] : (known?.enumOptions ?? []);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <TextField
        label="Field"
        list={list}
        placeholder="contact.country"
        spellCheck={false}
        value={condition.field}
        error={errorAt('condition.field')}
        onChange={(event) => onChange({ field: event.target.value.trim() }, 'condition.field')}
      />
      <datalist id={list}>
        {keys.map((key) => (
          <option key={key} value={`answer.${key}`}>
            Answer to a question
          </option>
        ))}
        {fields.map(({ key, label }) => (
          <option key={key} value={`contact.${key}`}>
            {label}
          </option>
        ))}
      </datalist>
      <SelectField
        label="Comparison"
        choices={operators.map((value) => ({ value, words: operatorWords[value] }))}
        value={condition.operator}
        error={errorAt('condition.operator')}
        onChange={(event) => onChange({ operator: event.target.value as Condition['operator'] })}
      />
      {needsValue(condition.operator) && (
        <TextField
          label="Value"
          {...(condition.operator === 'IN' ? { hint: 'Several, with commas between them.' } : {})}
          list={`${list}-values`}
          value={condition.value}
          error={errorAt('condition.value')}
          onChange={(event) => onChange({ value: event.target.value }, 'condition.value')}
        />
      )}
      <datalist id={`${list}-values`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}
