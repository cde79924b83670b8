import { Plus } from 'lucide-react';
import { Fragment } from 'react';
import type { AskSection } from '../../../flow/flow.model.ts';
import { newQuestion } from '../../../flow/flow-block.ts';
import { insert, type Place } from '../../../flow/flow-tree.ts';
import { Button } from '../../../kit/button.tsx';
import { freshId } from '../../../kit/fresh-id.ts';
import { useBlock, useEditorTools } from './editor-context.ts';
import { QuestionFields } from './question-fields.tsx';
import { Slot } from './slot.tsx';

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
              edit((flow) => insert(flow, placeAt(section.questions.length), newQuestion(freshId)))
            }
          >
            Add question
          </Button>
        </div>
      )}
    </div>
  );
}
