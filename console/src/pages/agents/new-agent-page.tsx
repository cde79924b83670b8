import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { type Body, post } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { starterFlow } from '../../flow/flow-block.ts';
import { writeFlow } from '../../flow/flow-document.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Page } from '../../kit/page.tsx';
import { channelWords, type Focus, focusWords, type Language, languageChoices } from './agent.ts';
import { newBlockId } from './flow/new-block-id.ts';
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

/** The little that an agent needs to be there; the rest has its place on the agent's own page. */
export function NewAgentPage() {
  const navigate = useNavigate();
  const mayChange = useMay('member');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Focus | 'FLOW'>('FLOW');
  const [type, setType] = useState<'PHONE' | 'ONLINE'>('PHONE');
  const [language, setLanguage] = useState<Language>('EN');
  const [duration, setDuration] = useState('15');
  const create = useAct((agent: NewAgent) => post('/agents', agent), {
    done: 'The agent is there',
    touches: [['agents']],
    isQuiet: true,
    onDone: ({ id }) => void navigate({ href: `/agents/${id}`, replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({
      name: name.trim(),
      type,
      language,
      duration: Number(duration),
      ...(kind === 'FLOW' ? { flow: { ...writeFlow(starterFlow(newBlockId)) } } : { focus: kind }),
    });
  };
  const elsewhere = create.failure?.violations.filter(
    ({ path }) => !['name', 'type', 'language', 'duration'].includes(path),
  );
  return (
    <Page title="New agent" trail={<Link to="/agents">Agents</Link>}>
      {mayChange ? (
        <form onSubmit={submit} className="flex max-w-2xl flex-col gap-5">
          <TextField
            label="Name"
            hint="People hear it: “my name is …”."
            required
            autoFocus
            maxLength={200}
            value={name}
            error={create.errorAt('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <PickCards label="What it follows" choices={kinds} value={kind} onPick={setKind} />
          <div className="grid gap-4 sm:grid-cols-3">
            <SelectField
              label="Reached by"
              choices={Object.entries(channelWords).map(([value, words]) => ({ value, words }))}
              value={type}
              error={create.errorAt('type')}
              onChange={(event) => setType(event.target.value as 'PHONE' | 'ONLINE')}
            />
            <SelectField
              label="Language"
              choices={languageChoices}
              value={language}
              error={create.errorAt('language')}
              onChange={(event) => setLanguage(event.target.value as Language)}
            />
            <TextField
              label="Minutes at most"
              type="number"
              min={1}
              max={120}
              required
              value={duration}
              error={create.errorAt('duration')}
              onChange={(event) => setDuration(event.target.value)}
            />
          </div>
          {create.failure && (
            <p role="alert" className="text-bad">
              {create.failure.message}
              {elsewhere?.map(({ message }) => (
                <span key={message} className="block">
                  {message}
                </span>
              ))}
            </p>
          )}
          <div className="flex gap-2">
            <Button type="submit" look="primary" busy={create.busy}>
              Create agent
            </Button>
          </div>
        </form>
      ) : (
        <Empty title="Not for your role">Ask an owner or a member of your company to create agents.</Empty>
      )}
    </Page>
  );
}
