import { importances } from '@parley/contract/flow.ts';
import { Plus } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { randomId } from '../../../components/random-id.ts';
import type { AskSection, Question } from '../../../flow/flow.model.ts';
import { newQuestion } from '../../../flow/flow-block.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { BlockHandle, Slot } from './block-drag.tsx';
import { apart, BlockProblems } from './block-frame.tsx';
import { BlockMenu } from './block-menu.tsx';
import { useBlock, useEditorTools } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

const importanceWords = { REQUIRED: 'Required', HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' } as const;
const scoring = [
  { value: '', words: 'Not scored' },
  ...importances.map((value) => ({ value, words: importanceWords[value] })),
  { value: 'WEIGHT', words: 'By weight' },
];

/** A question, what a good answer would be, and what that counts. */
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

function detailWords({ idealAnswer, importance, weight, key }: Question): string {
  const said = [
    key && `key ${key}`,
    importance && `${importanceWords[importance]} in the score`,
    weight && `weight ${weight}`,
    idealAnswer.trim() && 'ideal answer',
  ].filter(Boolean);
  return said.length > 0 ? said.join(' · ') : 'Ideal answer, score, key';
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
