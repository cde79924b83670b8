import type { Language } from '@parley/language/language.ts';
import { useQuery } from '@tanstack/react-query';
import { get } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { useConfirm } from '../../../components/dialog.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { channelWords, type Focus, focusWords, languageChoices } from '../agent.ts';
import { useSettings } from './settings-form.ts';

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, name]) => ({ value, words: name }));

export function BasicSettings({
  onDropFlow,
  canDrop,
}: {
  readonly onDropFlow: () => Promise<boolean>;
  readonly canDrop: boolean;
}) {
  const { values, set, errorAt } = useSettings();
  const numbers = useQuery({
    queryKey: ['phone-numbers'],
    queryFn: ({ signal }) => get('/phone-numbers', { query: { limit: 100 }, signal }),
  });
  return (
    <Section title="Basics">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={200}
          value={values.name}
          error={errorAt('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Follows onDropFlow={onDropFlow} canDrop={canDrop} />
        <SelectField
          label="Channel"
          choices={choicesOf(channelWords)}
          value={values.type}
          error={errorAt('type')}
          onChange={(event) => set({ type: event.target.value as typeof values.type })}
        />
        <SelectField
          label="Language"
          choices={languageChoices}
          value={values.language}
          error={errorAt('language')}
          onChange={(event) => set({ language: event.target.value as Language })}
        />
        <TextField
          label="Maximum minutes"
          hint="When time is up, the agent says the last message."
          type="number"
          min={1}
          max={120}
          value={values.duration}
          error={errorAt('duration')}
          onChange={(event) => set({ duration: event.target.value })}
        />
        {values.type === 'PHONE' && (
          <SelectField
            label="Caller ID"
            choices={[
              { value: '', words: 'Default number' },
              ...(numbers.data?.data.map(({ id, phoneNumber, label }) => ({
                value: id,
                words: label ? `${phoneNumber} · ${label}` : phoneNumber,
              })) ?? []),
            ]}
            value={values.companyPhoneNumberId}
            error={errorAt('companyPhoneNumberId')}
            onChange={(event) => set({ companyPhoneNumberId: event.target.value })}
          />
        )}
      </div>
    </Section>
  );
}

/** Chooses the focus; an agent with a flow can remove it here. */
function Follows({
  onDropFlow,
  canDrop,
}: {
  readonly onDropFlow: () => Promise<boolean>;
  readonly canDrop: boolean;
}) {
  const { agent, values, set, errorAt, isReadOnly } = useSettings();
  const confirm = useConfirm();
  if (!agent.custom) {
    return (
      <SelectField
        label="Focus"
        hint={values.focus === 'GENERIC' ? 'Needs no job.' : 'Every conversation needs a job.'}
        choices={choicesOf(focusWords)}
        value={values.focus}
        error={errorAt('focus')}
        onChange={(event) => set({ focus: event.target.value as Focus })}
      />
    );
  }
  const ask = async () => {
    const isSure = await confirm({
      title: 'Remove flow?',
      words: 'The agent then holds a general conversation. The flow cannot be restored.',
      yes: 'Remove flow',
    });
    if (isSure) await onDropFlow();
  };
  return (
    <div className="flex flex-col gap-1">
      <span className="text-xs font-medium text-soft">Focus</span>
      <span className="flex min-h-8 items-center gap-3">
        Custom flow
        {!isReadOnly && (
          <Button
            size="small"
            disabled={!canDrop}
            {...(canDrop ? {} : { title: 'Save or discard your changes first' })}
            onClick={() => void ask()}
          >
            Remove flow…
          </Button>
        )}
      </span>
    </div>
  );
}
