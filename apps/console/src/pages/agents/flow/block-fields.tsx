import { importances } from '@parley/contract/flow.ts';
import { Plus, X } from 'lucide-react';
import { Fragment } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { randomId } from '../../../components/random-id.ts';
import {
  type AskSection,
  type Destination,
  type HandoffSection,
  newQuestion,
  type Question,
} from '../../../flow/flow.model.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { AnswerFields, answerWords } from './answer-fields.tsx';
import { BlockHandle, Slot } from './block-drag.tsx';
import { apart, BlockMenu, BlockProblems } from './block-frame.tsx';
import { useBlock, useEditorTools } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

const importanceWords = { REQUIRED: 'Required', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } as const;
const scoring = [
  { value: '', words: 'Not scored' },
  ...importances.map((value) => ({ value, words: importanceWords[value] })),
  { value: 'WEIGHT', words: 'By weight' },
];

/** A question with its ideal answer and scoring. */
function QuestionFields({ question, number }: { readonly question: Question; readonly number: number }) {
  const { isReadOnly } = useEditorTools();
  const { set, errorAt, problems } = useBlock<Question>(question);
  const name = `question ${number}`;
  const isWeighed = question.weight !== '';
  return (
    <div
      data-block={question.id}
      className="flex items-start gap-1 rounded-md border border-line bg-ground p-2"
    >
      {!isReadOnly && <BlockHandle block={question} name={name} />}
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <BlockProblems of={apart(problems)} />
        <TokenArea
          label={`Question ${number}`}
          // Once is enough to learn it.
          {...(number === 1 && { hint: 'Type {{ to insert a contact field.' })}
          rows={1}
          value={question.question}
          error={errorAt('question')}
          onChange={(text) => set({ question: text }, 'question')}
        />
        <details className="group" open={errorAt('key') || errorAt('weight') ? true : undefined}>
          <summary className="text-xs text-soft hover:text-ink">{detailWords(question)}</summary>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <TokenArea
                label="Ideal answer"
                hint="Never spoken, only compared with the answer."
                rows={1}
                value={question.idealAnswer}
                error={errorAt('idealAnswer')}
                onChange={(idealAnswer) => set({ idealAnswer }, 'idealAnswer')}
              />
            </div>
            <AnswerFields
              answer={question.answer}
              errorAt={errorAt}
              onChange={(answer, mark) => set({ answer }, mark)}
            />
            <SelectField
              label="Scoring"
              choices={scoring}
              value={isWeighed ? 'WEIGHT' : question.importance}
              error={errorAt('importance')}
              onChange={({ target: { value } }) =>
                set(
                  value === 'WEIGHT'
                    ? { importance: '', weight: '50' }
                    : { importance: value as Question['importance'], weight: '' },
                )
              }
            />
            {isWeighed && (
              <TextField
                label="Weight, 0 to 100"
                inputMode="numeric"
                value={question.weight}
                error={errorAt('weight')}
                onChange={(event) => set({ weight: event.target.value || '0' }, 'weight')}
              />
            )}
            <TextField
              label="Key"
              hint="Branches refer to the answer by this key."
              placeholder="start_date"
              spellCheck={false}
              value={question.key}
              error={errorAt('key')}
              onChange={(event) => set({ key: event.target.value }, 'key')}
            />
          </div>
        </details>
      </div>
      <BlockMenu block={question} name={name} />
    </div>
  );
}

function detailWords({ idealAnswer, importance, weight, key, answer }: Question): string {
  const said = [
    key && `key ${key}`,
    answer && answerWords(answer.type),
    importance && `${importanceWords[importance]} in the score`,
    weight && `weight ${weight}`,
    idealAnswer.trim() && 'ideal answer',
  ].filter(Boolean);
  return said.length > 0 ? said.join(' · ') : 'Answer type, ideal answer, score, key';
}

/** The questions of a section. */
export function AskFields({ section }: { readonly section: AskSection }) {
  const { edit, isReadOnly } = useEditorTools();
  const { errorAt } = useBlock<AskSection>(section);
  const placeAt = (index: number): Place => ({ owner: section.id, kind: 'questions', index });
  const error = errorAt('questions');
  return (
    <div className="flex flex-col">
      <span className="text-xs font-medium text-soft">Questions</span>
      {section.questions.map((question, index) => (
        <Fragment key={question.id}>
          <Slot place={placeAt(index)} />
          <QuestionFields question={question} number={index + 1} />
        </Fragment>
      ))}
      <Slot place={placeAt(section.questions.length)} />
      {error && <p className="text-xs text-bad">{error}</p>}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() =>
              edit((flow) => insert(flow, placeAt(section.questions.length), newQuestion(randomId)))
            }
          >
            Add question
          </Button>
        </div>
      )}
    </div>
  );
}

/** The destinations of a handoff. */
export function HandoffFields({ section }: { readonly section: HandoffSection }) {
  const { isReadOnly } = useEditorTools();
  const { set, errorAt } = useBlock<HandoffSection>(section);
  const { destinations } = section;
  const change = (index: number, changes: Partial<Destination>, mark: string) =>
    set(
      { destinations: destinations.map((one, at) => (at === index ? { ...one, ...changes } : one)) },
      `${mark}-${index}`,
    );
  const errorOf = (index: number, property: string) =>
    errorAt(`destinations[${index}].${property}`) ?? (index === 0 ? errorAt(property) : undefined);
  return (
    <>
      <TokenArea
        label="Message before the handoff"
        hint="Type {{ to insert a contact field."
        placeholder="I will put you through to a colleague."
        value={section.message}
        error={errorAt('message')}
        onChange={(message) => set({ message }, 'message')}
      />
      {destinations.map((destination, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-2">
            <TextField
              label={destinations.length > 1 ? 'Label: the agent chooses by it' : 'Label'}
              placeholder="Sales"
              value={destination.label}
              error={errorOf(index, 'label')}
              onChange={(event) => change(index, { label: event.target.value }, 'label')}
            />
            <TextField
              label="Phone number"
              type="tel"
              dir="ltr"
              placeholder="+41 44 668 18 00"
              value={destination.phoneNumber}
              error={errorOf(index, 'phoneNumber')}
              onChange={(event) => change(index, { phoneNumber: event.target.value }, 'phoneNumber')}
            />
          </div>
          {destinations.length > 1 && !isReadOnly && (
            <IconButton
              label={`Remove ${destination.label || 'the number'}`}
              icon={<X size={14} />}
              onClick={() => set({ destinations: destinations.toSpliced(index, 1) })}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => set({ destinations: [...destinations, { label: '', phoneNumber: '' }] })}
          >
            Add number
          </Button>
        </div>
      )}
    </>
  );
}
