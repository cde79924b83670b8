import { messageChannels, messageKinds, messageTokens } from '@parley/contract/message.ts';
import type { Language } from '@parley/language/language.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PenLine, Undo2 } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { ApiFailure, type Body, post } from '../../../api/client.ts';
import { violationWords } from '../../../api/form-errors.ts';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { SelectField, TextArea, TextField } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { channelWords, kindWords } from '../../messages/message.tsx';
import { languageChoices, languageWords } from '../agent.ts';
import { type MessageTemplate, useSettings } from './settings-form.ts';

type Kind = MessageTemplate['kind'];
type Channel = MessageTemplate['channel'];

const kindChoices = messageKinds.map((value) => ({ value, words: kindWords[value] }));
const channelChoices = messageChannels.map((value) => ({ value, words: channelWords[value] }));

const kindHints: Readonly<Record<Kind, string>> = {
  INVITATION: 'The first message, with the link.',
  REMINDER: 'Sent once, if nobody has opened the link.',
  CALLBACK: 'Sent when the contact wants to go on at another time.',
};

const tokenHints: Readonly<Record<(typeof messageTokens)[number], string>> = {
  firstName: 'of the contact',
  lastName: 'of the contact',
  companyName: 'your company',
  agentName: 'the name of this agent',
  link: 'the personal link: required',
  opensAt: 'from when on the link works',
  expiresAt: 'until when the link works',
  stopLink: 'the link to unsubscribe: at the end, unless you place it',
};

/** How contacts are invited to a web call, and in which words. */
export function MessageSettingsSection() {
  const { values, set, errorAt } = useSettings();
  const { messages } = values;
  const change = (changed: Partial<typeof messages>) => set({ messages: { ...messages, ...changed } });
  return (
    <Section title="Invitations and reminders">
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Invite by"
            choices={channelChoices}
            value={messages.channel}
            error={errorAt('messages.channel')}
            onChange={(event) => change({ channel: event.target.value as Channel })}
          />
          <TextField
            label="Remind after hours"
            hint="If nobody has opened the link. 0: never."
            type="number"
            min={0}
            max={720}
            value={messages.remindAfterHours}
            error={errorAt('messages.remindAfterHours')}
            onChange={(event) => change({ remindAfterHours: event.target.value })}
          />
        </div>
        <MessageTexts />
      </div>
    </Section>
  );
}

/** One text at a time: its own words, or the built-in ones. */
function MessageTexts() {
  const { values, set, agent, errorAt, isReadOnly } = useSettings();
  const { templates } = values.messages;
  const [kind, setKind] = useState<Kind>('INVITATION');
  const [channel, setChannel] = useState<Channel>(values.messages.channel);
  const [language, setLanguage] = useState<Language>(values.language);
  const at = templates.findIndex(
    (one) => one.kind === kind && one.channel === channel && (one.language ?? values.language) === language,
  );
  const own = templates[at];
  const change = (next: readonly MessageTemplate[]) =>
    set({ messages: { ...values.messages, templates: next } });
  const edit = (changed: Partial<MessageTemplate>) =>
    own && change(templates.with(at, { ...own, ...changed }));
  const sent = { kind, channel, language, ...(own && { subject: own.subject, text: own.text }) };
  const { shown, builtIn, problem } = usePreview(agent.id, sent);
  const area = useRef<HTMLDivElement>(null);
  const put = (token: string) => {
    const box = area.current?.querySelector('textarea');
    if (!own || !box) return;
    const [from, to] = [box.selectionStart, box.selectionEnd];
    edit({ text: `${own.text.slice(0, from)}{{${token}}}${own.text.slice(to)}` });
    box.focus();
  };
  const path = `messages.templates[${at}]`;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Texts</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Message"
          hint={kindHints[kind]}
          choices={kindChoices}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        <SelectField
          label="Sent by"
          choices={channelChoices}
          value={channel}
          onChange={(event) => setChannel(event.target.value as Channel)}
        />
        <SelectField
          label="In the language"
          choices={languageChoices}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        />
      </div>
      {templates.length > 0 && (
        <ul aria-label="Texts of your own" className="flex flex-wrap gap-2">
          {templates.map((one) => (
            <li key={`${one.kind} ${one.channel} ${one.language ?? ''}`}>
              <Button
                size="small"
                aria-pressed={one === own}
                onClick={() => {
                  setKind(one.kind);
                  setChannel(one.channel);
                  setLanguage(one.language ?? values.language);
                }}
              >
                {kindWords[one.kind]} · {channelWords[one.channel]} ·{' '}
                {languageWords(one.language ?? values.language)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <div ref={area} className="flex min-w-0 flex-col gap-3">
          {own ? (
            <>
              {channel === 'EMAIL' && (
                <TextField
                  label="Subject"
                  hint="Empty: the built-in one."
                  maxLength={200}
                  value={own.subject ?? ''}
                  error={errorAt(`${path}.subject`) ?? problem('subject')}
                  onChange={(event) => edit({ subject: event.target.value })}
                />
              )}
              <TextArea
                label="Text"
                rows={channel === 'SMS' ? 4 : 9}
                value={own.text}
                error={errorAt(`${path}.text`) ?? problem('text')}
                onChange={(event) => edit({ text: event.target.value })}
              />
              <Tokens onPut={isReadOnly ? undefined : put} />
              {!isReadOnly && (
                <Button
                  size="small"
                  className="self-start"
                  icon={<Undo2 size={14} aria-hidden />}
                  onClick={() => change(templates.toSpliced(at, 1))}
                >
                  Use the built-in text
                </Button>
              )}
            </>
          ) : (
            <>
              <p className="text-soft">This message is sent in the built-in words of the language.</p>
              {!isReadOnly && builtIn && (
                <Button
                  size="small"
                  className="self-start"
                  icon={<PenLine size={14} aria-hidden />}
                  onClick={() =>
                    change([
                      ...templates,
                      {
                        kind,
                        channel,
                        language,
                        text: builtIn.text,
                        ...(builtIn.subject !== null && { subject: builtIn.subject }),
                      },
                    ])
                  }
                >
                  Write your own text
                </Button>
              )}
            </>
          )}
        </div>
        <Preview shown={shown} channel={channel} />
      </div>
    </fieldset>
  );
}

interface Written {
  readonly subject: string | null;
  readonly text: string;
}

/** What the contact would read; while the text is wrong, the last that was right, and what is wrong with it. */
function usePreview(id: string, sent: NonNullable<Body<'/agents/{id}/message-preview', 'post'>>) {
  // Typing must not wait for it.
  const asked = useDeferredValue(JSON.stringify(sent));
  const { data, error } = useQuery({
    queryKey: ['message-preview', id, asked],
    queryFn: ({ signal }) => {
      const { subject, ...rest } = JSON.parse(asked) as typeof sent;
      const body = subject === undefined || subject.trim() === '' ? rest : { ...rest, subject };
      return post('/agents/{id}/message-preview', body, { path: { id }, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const violations = error instanceof ApiFailure ? error.violations : [];
  return {
    shown: data?.message,
    builtIn: data && !data.isOwn ? data.template : undefined,
    problem: (path: string): string | undefined => {
      const found = violations.find((one) => one.path === path);
      return found && violationWords(found);
    },
  };
}

function Tokens({ onPut }: { readonly onPut: ((token: string) => void) | undefined }) {
  return (
    <details className="text-xs">
      <summary className="w-fit text-soft">Tokens you can insert</summary>
      <ul aria-label="Tokens" className="mt-1 flex flex-col gap-1">
        {messageTokens.map((token) => (
          <li key={token} className="flex flex-wrap items-center gap-2">
            {onPut ? (
              <button
                type="button"
                aria-label={`Insert ${token}`}
                className="rounded bg-hover px-1 font-mono underline-offset-2 hover:underline"
                onClick={() => onPut(token)}
              >
                {`{{${token}}}`}
              </button>
            ) : (
              <code>{`{{${token}}}`}</code>
            )}
            <span className="text-soft">{tokenHints[token]}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Preview({ shown, channel }: { readonly shown: Written | undefined; readonly channel: Channel }) {
  return (
    <article
      aria-label="Preview"
      className="flex min-w-0 flex-col gap-2 self-start rounded-lg border border-line bg-ground p-3"
    >
      <header className="flex items-center gap-2 text-xs text-soft">
        <span className="me-auto font-medium">Preview for an example contact</span>
        {channel === 'SMS' && shown && <Badge>{shown.text.length} characters</Badge>}
      </header>
      {shown?.subject && (
        <p dir="auto" className="font-medium break-words">
          {shown.subject}
        </p>
      )}
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {shown?.text ?? '…'}
      </p>
    </article>
  );
}
