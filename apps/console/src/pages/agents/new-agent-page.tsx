import type { Language } from '@parley/language/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Body, get, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { useUnsavedChanges } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { NotAllowed } from '../../components/placeholder.tsx';
import { randomId } from '../../components/random-id.ts';
import { starterFlow } from '../../flow/flow.model.ts';
import { writeFlow } from '../../flow/flow-document.ts';
import { channelWords, type Focus, focusWords, languageChoices } from './agent.ts';

type NewAgent = Body<'/agents', 'post'>;

const kinds: readonly { value: Focus | 'FLOW'; words: string; hint: string }[] = [
  {
    value: 'FLOW',
    words: 'Custom flow',
    hint: 'You write what it says and asks, with branches. Needs no job.',
  },
  { value: 'GENERIC', words: focusWords.GENERIC, hint: 'Follows its instructions. Needs no job.' },
  { value: 'SCREENING', words: focusWords.SCREENING, hint: 'Asks about the requirements of a job.' },
  {
    value: 'LANGUAGE_TEST',
    words: focusWords.LANGUAGE_TEST,
    hint: 'Tests how well somebody speaks a language.',
  },
  {
    value: 'REFERENCE_CHECK',
    words: focusWords.REFERENCE_CHECK,
    hint: 'Asks former employers about a candidate.',
  },
];

const controls: readonly string[] = ['name', 'type', 'language', 'duration'];

/** The minimum for a new agent; everything else is on the agent's page. */
export function NewAgentPage() {
  const navigate = useNavigate();
  const mayChange = useHasRole('member');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Focus | 'FLOW'>('FLOW');
  const [template, setTemplate] = useState('');
  const templates = useQuery({
    queryKey: ['agent-templates'],
    queryFn: ({ signal }) => get('/agent-templates', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const started = templates.data?.data.find(({ key }) => key === template)?.agent as
    | Partial<NewAgent>
    | undefined;
  const [type, setType] = useState<'PHONE' | 'ONLINE'>('PHONE');
  const [language, setLanguage] = useState<Language>('EN');
  const [duration, setDuration] = useState('15');
  const letGo = useUnsavedChanges(name.trim() !== '');
  const create = useAction((agent: NewAgent) => post('/agents', agent), {
    done: 'Agent created',
    invalidates: [['agents']],
    isQuiet: true,
    onDone: ({ id }) => {
      letGo();
      void navigate({ href: `/agents/${id}`, replace: true });
    },
  });
  const pickTemplate = (key: string) => {
    const chosen = templates.data?.data.find((one) => one.key === key);
    setTemplate(key);
    if (!chosen) return;
    // The name of another template gives way; one that somebody wrote stays.
    if (name.trim() === '' || templates.data?.data.some((one) => one.name === name)) setName(chosen.name);
    setLanguage('EN');
    const minutes = (chosen.agent as Partial<NewAgent>).duration;
    if (minutes !== undefined) setDuration(String(minutes));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({
      ...(kind === 'FLOW' ? started : {}),
      name: name.trim(),
      type,
      language,
      duration: Number(duration),
      ...(kind === 'FLOW' ? (started ? {} : { flow: writeFlow(starterFlow(randomId)) }) : { focus: kind }),
    });
  };
  const errors = formErrors(create.failure, (path) => controls.includes(path));
  return (
    <Page title="New agent" trail={<Link to="/agents">Agents</Link>}>
      {mayChange ? (
        <form onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
          <TextField
            label="Name"
            hint="Shown in lists and results. Name what the agent does, such as 'Customer survey'."
            required
            autoFocus
            maxLength={200}
            value={name}
            error={errors.at('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <PickCards label="Focus" choices={kinds} value={kind} onPick={setKind} />
          {kind === 'FLOW' && (
            <PickCards
              label="Start from"
              choices={[
                { value: '', words: 'An empty flow', hint: 'One question, to be replaced by your own.' },
                ...(templates.data?.data ?? []).map(({ key, name: words, description }) => ({
                  value: key,
                  words,
                  hint: description,
                })),
              ]}
              value={template}
              onPick={pickTemplate}
            />
          )}
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Channel"
              choices={Object.entries(channelWords).map(([value, words]) => ({ value, words }))}
              value={type}
              error={errors.at('type')}
              onChange={(event) => setType(event.target.value as 'PHONE' | 'ONLINE')}
            />
            <SelectField
              label="Language"
              choices={languageChoices}
              value={language}
              error={errors.at('language')}
              onChange={(event) => setLanguage(event.target.value as Language)}
            />
            <TextField
              label="Maximum minutes"
              type="number"
              min={1}
              max={120}
              required
              value={duration}
              error={errors.at('duration')}
              onChange={(event) => setDuration(event.target.value)}
            />
          </div>
          <FormActions errors={errors}>
            <Button type="submit" look="primary" busy={create.busy}>
              Create agent
            </Button>
          </FormActions>
        </form>
      ) : (
        <NotAllowed />
      )}
    </Page>
  );
}

/** A choice between a few options with explanations. */
function PickCards<Value extends string>({
  label,
  choices,
  value,
  onPick,
}: {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly words: string; readonly hint: string }[];
  readonly value: Value;
  readonly onPick: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-soft">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'flex cursor-pointer items-start gap-2.5 rounded-lg border bg-surface p-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
              choice.value === value ? 'border-accent' : 'border-line',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onPick(choice.value)}
              className="mt-0.5 size-4 accent-accent"
            />
            <span>
              <span className="font-medium">{choice.words}</span>
              <span className="block text-xs text-soft">{choice.hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
