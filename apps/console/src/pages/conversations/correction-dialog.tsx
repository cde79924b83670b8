import type { CorrectedValue } from '@parley/contract/correction.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ChoiceOrText } from '../../components/choice-or-text.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { LinesField, SelectField, TextField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { readFlow } from '../../flow/flow-document.ts';
import { blocksOf } from '../../flow/flow-tree.ts';
import type { Agent } from '../agents/agent.ts';
import { agentQuery, type Conversation } from './conversation.tsx';
import { type Correctable, valueWords } from './correctable.ts';

/** Corrects a result, or withdraws its correction. */
export function CorrectionDialog({
  conversation: { id, agentId, runId },
  result,
  onClose,
}: {
  readonly conversation: Conversation;
  readonly result: Correctable;
  readonly onClose: () => void;
}) {
  const { kind, key, label, correction } = result;
  const [value, setValue] = useState<CorrectedValue>(result.value);
  const [note, setNote] = useState('');
  // The results of the run count the correction.
  const invalidates = [['conversation', id], ['conversations'], ...(runId === null ? [] : [['run', runId]])];
  const saving = useAction(
    () =>
      post(
        '/conversations/{id}/corrections',
        {
          kind,
          key,
          value: Array.isArray(value) ? value.filter((line: string) => line.trim() !== '') : value,
          ...(note.trim() !== '' && { note: note.trim() }),
        } as never,
        { path: { id } },
      ),
    { done: 'Correction saved', invalidates, onDone: onClose, isQuiet: true },
  );
  const withdrawal = useAction(
    (correctionId: string) =>
      remove('/conversations/{id}/corrections/{correctionId}', { path: { id, correctionId } }),
    { done: 'Correction withdrawn', invalidates, onDone: onClose },
  );
  return (
    <Dialog title="Correct a result" isOpen onClose={onClose}>
      <DialogForm
        action={saving}
        verb="Save correction"
        shown={['value', 'note']}
        onSubmit={() => saving.run(undefined)}
        onCancel={onClose}
      >
        <p dir="auto" className="text-soft">
          {label}
        </p>
        <ValueField
          result={result}
          agentId={agentId}
          value={value}
          error={saving.errorAt('value')}
          onChange={setValue}
        />
        <TextField
          label="Why (optional)"
          value={note}
          error={saving.errorAt('note')}
          onChange={(event) => setNote(event.target.value)}
        />
        {correction && (
          <div className="flex flex-wrap items-center gap-2 text-soft">
            <span className="me-auto">
              The analysis found: <span dir="auto">{valueWords(correction.original)}</span>
            </span>
            <Button
              look="danger"
              size="small"
              busy={withdrawal.busy}
              onClick={() => withdrawal.run(correction.id)}
            >
              Withdraw correction
            </Button>
          </div>
        )}
      </DialogForm>
    </Dialog>
  );
}

const NOT_KNOWN = { value: 'null', words: 'Not known' };
const YES_NO = [
  { value: 'true', words: 'Yes' },
  { value: 'false', words: 'No' },
];

/** The options of a question as the agent asks it now; none if it has none, or is not asked any more. */
function answerOptions({ flow }: Agent, questionId: string): readonly string[] {
  const asked = flow ? blocksOf(readFlow(flow, () => '')) : [];
  const found = asked.find(({ block }) => block.id === questionId)?.block;
  return found && 'question' in found && found.answer?.type === 'choice' ? (found.answer.options ?? []) : [];
}

/** A control that fits the kind of the result. */
function ValueField({
  result: { kind, key, type = 'string' },
  agentId,
  value,
  error,
  onChange,
}: {
  readonly result: Correctable;
  readonly agentId: string;
  readonly value: CorrectedValue;
  readonly error: string | undefined;
  readonly onChange: (value: CorrectedValue) => void;
}) {
  const agent = useQuery(agentQuery(agentId));
  const target = agent.data?.analyticsConfig.extractionTargets.find((one) => one.key === key);
  const label = 'Correct value';
  if (kind === 'outcome' || kind === 'tag' || (kind === 'value' && type === 'bool')) {
    return (
      <SelectField
        label={label}
        choices={kind === 'tag' ? YES_NO : [...YES_NO, NOT_KNOWN]}
        value={String(value)}
        error={error}
        onChange={({ target: { value: chosen } }) => onChange(chosen === 'null' ? null : chosen === 'true')}
      />
    );
  }
  if (kind === 'value' && type === 'enum' && target?.options) {
    return (
      <SelectField
        label={label}
        choices={[
          { value: '', words: NOT_KNOWN.words },
          ...target.options.map((one) => ({ value: one, words: one })),
        ]}
        value={typeof value === 'string' ? value : ''}
        error={error}
        onChange={(event) => onChange(event.target.value || null)}
      />
    );
  }
  if (kind === 'value' && type === 'list') {
    return (
      <LinesField
        label={label}
        hint="One entry per line."
        lines={Array.isArray(value) ? value : []}
        error={error}
        onChange={onChange}
      />
    );
  }
  const options = kind === 'answer' && agent.data ? answerOptions(agent.data, key) : [];
  if (options.length > 0) {
    return (
      <ChoiceOrText
        label={label}
        choices={[
          { value: '', words: 'Not answered' },
          ...options.map((one) => ({ value: one, words: one })),
        ]}
        other="Another answer…"
        textLabel="Answer"
        value={value === null ? '' : String(value)}
        error={error}
        onChange={(chosen) => onChange(chosen || null)}
      />
    );
  }
  const inputType = kind === 'value' && type === 'date' ? 'date' : type === 'number' ? 'number' : 'text';
  return (
    <TextField
      label={label}
      hint={kind === 'answer' ? 'Leave it empty if the contact did not answer.' : undefined}
      type={inputType}
      {...(inputType === 'number' && { step: 'any' })}
      value={value === null ? '' : String(value)}
      error={error}
      onChange={({ target: { value: typed } }) =>
        onChange(typed === '' ? null : inputType === 'number' ? Number(typed) : typed)
      }
    />
  );
}
