import { Plus, X } from 'lucide-react';
import type { Body } from '../../api/client.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { textControls } from '../../components/draft.ts';
import { CheckField, SelectField, TextArea, TextField } from '../../components/field.tsx';
import { eventGroups, firstName, type Webhook } from './webhook.tsx';

/** Paths whose violations are shown at these fields. */
export const webhookPaths = ['name', 'url', 'description', 'events', 'vocabulary', 'maxRetries', 'timeoutMs'];

/** The form fields of a webhook, new or existing. */
export function WebhookFields({
  draft,
  errorAt,
  onChange,
}: {
  readonly draft: WebhookDraft;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (draft: WebhookDraft) => void;
}) {
  const set = (part: Partial<WebhookDraft>) => onChange({ ...draft, ...part });
  const text = textControls(draft, onChange, errorAt);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" required {...text('name')} />
        <TextField
          label="URL"
          type="url"
          dir="ltr"
          required
          placeholder="https://example.com/webhooks/parley"
          {...text('url')}
        />
      </div>
      <TextArea label="Description" rows={2} {...text('description')} />
      <EventChoice events={draft.events} error={errorAt('events')} onChange={(events) => set({ events })} />
      <SelectField
        label="Event names"
        hint={
          draft.vocabulary === 'NEUTRAL'
            ? 'conversation.completed, conversationId, contactId'
            : 'interview.completed, interviewId, candidateId: for older receivers'
        }
        choices={[
          { value: 'NEUTRAL', words: 'Neutral' },
          { value: 'LEGACY', words: 'Legacy' },
        ]}
        {...text('vocabulary')}
      />
      <details className="rounded-lg border border-line px-4 py-2">
        <summary className="font-medium">PDF, retries, timeout, headers</summary>
        <div className="flex flex-col gap-4 pt-3 pb-2">
          <CheckField
            label="Attach the report of an analysis as a PDF"
            checked={draft.attachPdf}
            onChange={(change) => set({ attachPdf: change.target.checked })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Retries"
              type="number"
              min={0}
              max={10}
              required
              hint="After 5 s, 30 s, 2 min, 10 min, 30 min, 1 h …"
              {...text('maxRetries')}
            />
            <TextField
              label="Timeout in milliseconds"
              type="number"
              min={500}
              max={30_000}
              required
              {...text('timeoutMs')}
            />
          </div>
          <HeaderRows headers={draft.headers} errorAt={errorAt} onChange={(headers) => set({ headers })} />
        </div>
      </details>
    </>
  );
}

/** The events that a webhook subscribes to. */
function EventChoice({
  events,
  error,
  onChange,
}: {
  readonly events: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (events: readonly string[]) => void;
}) {
  const isOn = (event: string) => events.some((one) => firstName(one) === event);
  const toggle = (event: string, isWanted: boolean) =>
    onChange(isWanted ? [...events, event] : events.filter((one) => firstName(one) !== event));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-xs font-medium text-soft">Events</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {eventGroups.map(([title, group]) => (
          <div key={title} className="flex flex-col gap-2">
            <span className="font-medium">{title}</span>
            {group.map(([event, words]) => (
              <CheckField
                key={event}
                label={words}
                checked={isOn(event)}
                onChange={(change) => toggle(event, change.target.checked)}
              />
            ))}
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Custom headers of every request. Stored values are never shown. */
function HeaderRows({
  headers,
  errorAt,
  onChange,
}: {
  readonly headers: readonly DraftHeader[];
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (headers: readonly DraftHeader[]) => void;
}) {
  const change = (key: number, part: Partial<DraftHeader>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)));
  const add = () =>
    onChange([
      ...headers,
      {
        key: Math.max(0, ...headers.map(({ key }) => key)) + 1,
        name: '',
        value: '',
        isMasked: true,
        isStored: false,
      },
    ]);
  return (
    <div className="flex flex-col gap-2">
      {headers.map(({ key, name, value, isStored }, place) => (
        <div key={key} className="flex items-start gap-2">
          <div className="flex-1">
            <TextField
              label={`Name of header ${place + 1}`}
              hideLabel
              placeholder="X-Api-Token"
              dir="ltr"
              value={name}
              error={errorAt(`headers[${place}].name`)}
              onChange={(event) => change(key, { name: event.target.value, isStored: false })}
            />
          </div>
          <div className="flex-1">
            <TextField
              label={`Value of header ${place + 1}`}
              hideLabel
              placeholder={isStored ? 'Unchanged' : 'Value'}
              dir="ltr"
              autoComplete="off"
              value={value}
              error={errorAt(`headers[${place}].value`)}
              onChange={(event) => change(key, { value: event.target.value })}
            />
          </div>
          <IconButton
            label={`Remove header ${name || place + 1}`}
            icon={<X size={14} />}
            onClick={() => onChange(headers.filter((header) => header.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<Plus size={14} />} onClick={add}>
          Add header
        </Button>
      </div>
    </div>
  );
}

type NewWebhook = Body<'/webhooks', 'post'>;
type WebhookChanges = NonNullable<Body<'/webhooks/{id}', 'patch'>>;

interface DraftHeader {
  /** The React key of the row. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly isMasked: boolean;
  /** The service has a value; an empty one here keeps it. */
  readonly isStored: boolean;
}

/** The draft of a webhook. */
interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly vocabulary: Webhook['vocabulary'];
  readonly attachPdf: boolean;
  readonly maxRetries: string;
  readonly timeoutMs: string;
  readonly headers: readonly DraftHeader[];
}

export const emptyDraft: WebhookDraft = {
  name: '',
  url: '',
  description: '',
  events: ['INTERVIEW_COMPLETED', 'INTERVIEW_FAILED', 'INTERVIEW_CANCELLED', 'ANALYSIS_COMPLETED', 'PING'],
  vocabulary: 'NEUTRAL',
  attachPdf: true,
  maxRetries: '5',
  timeoutMs: '10000',
  headers: [],
};

export const draftOf = (webhook: Webhook): WebhookDraft => ({
  name: webhook.name,
  url: webhook.url,
  description: webhook.description ?? '',
  events: webhook.events,
  vocabulary: webhook.vocabulary,
  attachPdf: webhook.attachPdf,
  maxRetries: String(webhook.maxRetries),
  timeoutMs: String(webhook.timeoutMs),
  headers: webhook.headers.map(({ name, isMasked }, key) => ({
    key,
    name,
    isMasked,
    value: '',
    isStored: true,
  })),
});

const common = (draft: WebhookDraft) => ({
  name: draft.name,
  url: draft.url,
  description: draft.description === '' ? null : draft.description,
  events: [...draft.events] as NewWebhook['events'],
  vocabulary: draft.vocabulary,
  attachPdf: draft.attachPdf,
  maxRetries: Number(draft.maxRetries),
  timeoutMs: Number(draft.timeoutMs),
});

export const newWebhookOf = (draft: WebhookDraft): NewWebhook => ({
  ...common(draft),
  headers: draft.headers.map(({ name, value, isMasked }) => ({ name, value, isMasked })),
});

export const changesOf = (draft: WebhookDraft): WebhookChanges => ({
  ...common(draft),
  headers: draft.headers.map(({ name, value, isMasked, isStored }) => ({
    name,
    isMasked,
    ...(isStored && value === '' ? {} : { value }),
  })),
});
