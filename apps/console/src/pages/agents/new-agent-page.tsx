import type { Language } from '@parley/language/language.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { type Body, post } from '../../api/client.ts';
import { formErrors } from '../../api/form-errors.ts';
import { useMay } from '../../api/me.ts';
import { starterFlow } from '../../flow/flow-block.ts';
import { writeFlow } from '../../flow/flow-document.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { FormActions } from '../../kit/form-actions.tsx';
import { freshId } from '../../kit/fresh-id.ts';
import { NotAllowed } from '../../kit/not-allowed.tsx';
import { Page } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { channelWords, type Focus, focusWords, languageChoices } from './agent.ts';
import { PickCards } from './pick-cards.tsx';

type NewAgent = Body<'/agents', 'post'>;

const kinds: readonly { value: Focus | 'FLOW'; words: string; hint: string }[] = [
  { value: 'FLOW', words: 'Own flow', hint: 'You write what it says and asks, with branches. Needs no job.' },
  { value: 'GENERIC', words: focusWords.GENERIC, hint: 'Talks as its instructions say. Needs no job.' },
  { value: 'SCREENING', words: focusWords.SCREENING, hint: 'Asks what the job requires.' },
  { value: 'LANGUAGE_TEST', words: focusWords.LANGUAGE_TEST, hint: 'Hears how well a language is spoken.' },
  {
    value: 'REFERENCE_CHECK',
    words: focusWords.REFERENCE_CHECK,
    hint: 'Asks former employers about somebody.',
  },
];

const controls: readonly string[] = ['name', 'type', 'language', 'duration'];

/** The little that an agent needs to be there; the rest has its place on the agent's own page. */
export function NewAgentPage() {
  const navigate = useNavigate();
  const mayChange = useMay('member');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Focus | 'FLOW'>('FLOW');
  const [type, setType] = useState<'PHONE' | 'ONLINE'>('PHONE');
  const [language, setLanguage] = useState<Language>('EN');
  const [duration, setDuration] = useState('15');
  const letGo = useUnsaved(name.trim() !== '');
  const create = useAct((agent: NewAgent) => post('/agents', agent), {
    done: 'The agent is there',
    touches: [['agents']],
    isQuiet: true,
    onDone: ({ id }) => {
      letGo();
      void navigate({ href: `/agents/${id}`, replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({
      name: name.trim(),
      type,
      language,
      duration: Number(duration),
      ...(kind === 'FLOW' ? { flow: writeFlow(starterFlow(freshId)) } : { focus: kind }),
    });
  };
  const errors = formErrors(create.failure, (path) => controls.includes(path));
  return (
    <Page title="New agent" trail={<Link to="/agents">Agents</Link>}>
      {mayChange ? (
        <form onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
          <TextField
            label="Name"
            hint="Shown in lists and results. Say what it does."
            required
            autoFocus
            maxLength={200}
            value={name}
            error={errors.at('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <PickCards label="What it follows" choices={kinds} value={kind} onPick={setKind} />
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Reached by"
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
