import { operators } from '@parley/contract/flow.ts';
import { operatorWords } from '@parley/kernel/condition-words.ts';
import { CornerDownRight, Plus } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceOrText } from '../../../components/choice-or-text.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { randomId } from '../../../components/random-id.ts';
import {
  type Branch,
  type Condition,
  type DecideSection,
  needsValue,
  newBranch,
} from '../../../flow/flow.model.ts';
import { fieldChoices, typeOfField, withField } from '../../../flow/flow-names.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { conditionWords } from '../../../flow/flow-words.ts';
import { AnswerValue } from './answer-fields.tsx';
import { BlockHandle, Slot } from './block-drag.tsx';
import { BlockFrame, BlockMenu } from './block-frame.tsx';
import { type RenderList, useBlock, useEditorTools } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

/** The branches of a decision, in the order in which they are tried. */
export function BranchList({
  section,
  depth,
  renderList,
}: {
  readonly section: DecideSection;
  readonly depth: number;
  readonly renderList: RenderList;
}) {
  const { edit, select, isReadOnly } = useEditorTools();
  const placeAt = (index: number): Place => ({ owner: section.id, kind: 'branches', index });
  const add = () => {
    const branch = newBranch(randomId);
    edit((flow) => insert(flow, placeAt(section.branches.length), branch));
    select(branch.id);
  };
  return (
    <div className="flex flex-col px-2 pb-2">
      {section.branches.map((branch, index) => (
        <Fragment key={branch.id}>
          <Slot place={placeAt(index)} />
          <BranchCard
            branch={branch}
            number={index + 1}
            depth={depth}
            renderList={renderList}
            isDefault={branch.id === section.defaultBranch}
          />
        </Fragment>
      ))}
      <Slot place={placeAt(section.branches.length)} />
      {!isReadOnly && (
        <div>
          <Button look="quiet" size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
            Add branch
          </Button>
        </div>
      )}
    </div>
  );
}

/** A branch: its condition and its sections. */
function BranchCard({
  branch,
  number,
  depth,
  isDefault,
  renderList,
}: {
  readonly branch: Branch;
  readonly number: number;
  readonly depth: number;
  readonly isDefault: boolean;
  readonly renderList: RenderList;
}) {
  const { isSelected, set, errorAt } = useBlock<Branch>(branch);
  const title = branch.name.trim() || `Branch ${number}`;
  const name = `branch ${title}`;
  return (
    <BlockFrame
      block={branch}
      icon={<CornerDownRight size={14} aria-hidden className="rtl:-scale-x-100" />}
      kind={isDefault ? 'If (default)' : 'If'}
      title={title}
      summary={
        <span className="text-soft">
          {branch.condition.type === 'intent' ? 'Recognised in the call: ' : ''}
          {conditionWords(branch.condition)}
        </span>
      }
      handle={<BlockHandle block={branch} name={name} />}
      menu={<BlockMenu block={branch} name={name} />}
      below={
        <div className="ms-4 border-s-2 border-line ps-3 pe-2">
          {renderList({ owner: branch.id, sections: branch.sections, depth: depth + 1 })}
        </div>
      }
    >
      {isSelected && (
        <>
          <TextField
            label="Branch name"
            placeholder="Interested"
            maxLength={200}
            value={branch.name}
            error={errorAt('name')}
            onChange={(event) => set({ name: event.target.value }, 'name')}
          />
          <ConditionFields branch={branch} />
        </>
      )}
    </BlockFrame>
  );
}

/** The condition of a branch: an intent recognised in the call, or an expression over known values. */
function ConditionFields({ branch }: { readonly branch: Branch }) {
  const { set, errorAt } = useBlock<Branch>(branch);
  const { condition } = branch;
  const change = (changes: Partial<Condition>, mark?: string) =>
    set({ condition: { ...condition, ...changes } }, mark);
  return (
    <>
      <SelectField
        label="Condition type"
        choices={[
          { value: 'intent', words: 'What the contact means: the agent recognises it in the call' },
          { value: 'expression', words: 'A known value: compares a contact field or an answer' },
        ]}
        value={condition.type}
        error={errorAt('condition') ?? errorAt('condition.type')}
        onChange={(event) => change({ type: event.target.value as Condition['type'] })}
      />
      {condition.type === 'intent' ? (
        <TokenArea
          label="Condition"
          placeholder="The person is interested in the position"
          value={condition.description}
          error={errorAt('condition.description')}
          onChange={(description) => change({ description }, 'condition.description')}
        />
      ) : (
        <Expression branch={branch} errorAt={errorAt} onChange={change} />
      )}
    </>
  );
}

function Expression({
  branch,
  errorAt,
  onChange,
}: {
  readonly branch: Branch;
  readonly errorAt: (property: string) => string | undefined;
  readonly onChange: (changes: Partial<Condition>, mark?: string) => void;
}) {
  const { now, fields, edit } = useEditorTools();
  const { condition } = branch;
  const answer = typeOfField(now(), fields, condition.field);
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <ChoiceOrText
        label="Field"
        choices={fieldChoices(now(), fields)}
        other="Another path…"
        textLabel="Path"
        placeholder="contact.country"
        value={condition.field}
        error={errorAt('condition.field')}
        onChange={(field, isTyped) =>
          isTyped
            ? onChange({ field: field.trim() }, 'condition.field')
            : edit((flow) => withField(flow, branch, field), undefined, branch.id)
        }
      />
      <SelectField
        label="Comparison"
        choices={operators.map((value) => ({ value, words: operatorWords[value] }))}
        value={condition.operator}
        error={errorAt('condition.operator')}
        onChange={(event) => onChange({ operator: event.target.value as Condition['operator'] })}
      />
      {needsValue(condition.operator) && (
        <AnswerValue
          answer={answer}
          condition={condition}
          error={errorAt('condition.value')}
          onChange={onChange}
        />
      )}
    </div>
  );
}
