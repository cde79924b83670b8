import { SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { EventChoice } from './event-choice.tsx';
import { HeaderRows } from './header-rows.tsx';
import type { WebhookDraft } from './webhook-draft.ts';

/** The paths whose violations stand at these fields. */
export const webhookPaths = ['name', 'url', 'description', 'events', 'vocabulary', 'maxRetries', 'timeoutMs'];

/** Everything that can be said of a webhook: the same fields for a new one and for a change. */
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
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Address"
          type="url"
          dir="ltr"
          required
          placeholder="https://example.com/webhooks/parley"
          value={draft.url}
          error={errorAt('url')}
          onChange={(event) => set({ url: event.target.value })}
        />
      </div>
      <TextArea
        label="What it is for"
        rows={2}
        value={draft.description}
        error={errorAt('description')}
        onChange={(event) => set({ description: event.target.value })}
      />
      <EventChoice events={draft.events} error={errorAt('events')} onChange={(events) => set({ events })} />
      <SelectField
        label="Words of what is sent"
        hint={
          draft.vocabulary === 'NEUTRAL'
            ? 'conversation.completed, conversationId, contactId'
            : 'interview.completed, interviewId, candidateId: for receivers that know only these'
        }
        choices={[
          { value: 'NEUTRAL', words: 'Neutral' },
          { value: 'LEGACY', words: 'Legacy' },
        ]}
        value={draft.vocabulary}
        onChange={(event) => set({ vocabulary: event.target.value as WebhookDraft['vocabulary'] })}
      />
      <details className="rounded-lg border border-line px-4 py-2">
        <summary className="font-medium">Retries, time limit, headers</summary>
        <div className="flex flex-col gap-4 pt-3 pb-2">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Retries"
              type="number"
              min={0}
              max={10}
              required
              hint="After 5 s, 30 s, 2 min, 10 min, 30 min, 1 h …"
              value={draft.maxRetries}
              error={errorAt('maxRetries')}
              onChange={(event) => set({ maxRetries: event.target.value })}
            />
            <TextField
              label="Time limit in milliseconds"
              type="number"
              min={500}
              max={30_000}
              required
              value={draft.timeoutMs}
              error={errorAt('timeoutMs')}
              onChange={(event) => set({ timeoutMs: event.target.value })}
            />
          </div>
          <HeaderRows headers={draft.headers} errorAt={errorAt} onChange={(headers) => set({ headers })} />
        </div>
      </details>
    </>
  );
}
