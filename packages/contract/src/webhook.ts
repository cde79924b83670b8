import { type Static, Type } from 'typebox';
import { type EventType, eventCatalog, eventName, eventTypes, type Vocabulary } from './event.ts';
import { Description, Name, Named, Nullable, OneOf, Pattern, Strict, Timestamp, Uuid } from './schema.ts';

export const vocabularies = ['LEGACY', 'NEUTRAL'] as const satisfies readonly Vocabulary[];

/** Names that can be registered, with their event types. */
export const registrations: ReadonlyMap<string, EventType> = new Map(
  eventTypes.flatMap((type): [string, EventType][] => {
    const { registration } = eventCatalog[type];
    const alias = registration.replace(/^INTERVIEW_/, 'CONVERSATION_');
    return [
      [registration, type],
      ...(alias === registration ? [] : ([[alias, type]] as [string, EventType][])),
    ];
  }),
);

/** The circuit opens after this many failed requests in a row. */
export const FAILURES_TO_OPEN = 10;

const HeaderName = Pattern(
  "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",
  'use letters, digits and hyphens, up to 100, and no spaces',
  {
    description: 'Not `host`, `content-…`, `webhook-…` or a connection header.',
    example: 'X-Api-Token',
  },
);
const HeaderValue = Pattern(
  // What a header can carry: visible characters of Latin-1, spaces and tabs inside.
  '^([!-~\\u00a0-\\u00ff]([\\t -~\\u00a0-\\u00ff]*[!-~\\u00a0-\\u00ff])?)?$',
  'use Western letters, digits and signs, without line breaks and without spaces at its ends',
  {
    maxLength: 4096,
    description: 'Never shown again.',
    example: 'a-token-of-yours',
  },
);
const isMasked = Type.Optional(Type.Boolean({ description: 'Whether the value is a secret; default true.' }));
const MOST_HEADERS = 20;

const common = {
  url: Type.String({ maxLength: 2048, format: 'uri', example: 'https://example.com/webhooks/parley' }),
  name: Name(),
  events: Type.Array(OneOf([...registrations.keys()], { example: 'INTERVIEW_COMPLETED' }), {
    minItems: 1,
    uniqueItems: true,
    description: '`CONVERSATION_…` is a second name of `INTERVIEW_…`.',
  }),
};
const optional = {
  description: Type.Optional(Nullable(Description())),
  vocabulary: Type.Optional(
    OneOf(vocabularies, {
      description:
        'The names in payloads: `interview.…` and `interviewId`, or `conversation.…` and `conversationId`.',
    }),
  ),
  attachPdf: Type.Optional(
    Type.Boolean({
      description: 'False: `analysisPdfBase64` is null in every event, and no PDF is rendered. Default true.',
    }),
  ),
  isActive: Type.Optional(Type.Boolean()),
  maxRetries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  timeoutMs: Type.Optional(
    Type.Integer({ minimum: 500, maximum: 30_000, description: 'For the whole request.' }),
  ),
};

export const NewWebhook = Named(
  'NewWebhook',
  Strict({
    ...common,
    ...optional,
    headers: Type.Optional(
      Type.Array(Strict({ name: HeaderName, value: HeaderValue, isMasked }), { maxItems: MOST_HEADERS }),
    ),
  }),
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChanges = Named(
  'WebhookUpdate',
  Strict({
    url: Type.Optional(common.url),
    name: Type.Optional(common.name),
    events: Type.Optional(common.events),
    ...optional,
    headers: Type.Optional(
      Type.Array(Strict({ name: HeaderName, value: Type.Optional(HeaderValue), isMasked }), {
        maxItems: MOST_HEADERS,
        description: 'Replaces all of them. A header without a `value` keeps the one it has.',
      }),
    ),
  }),
);
export type WebhookChanges = Static<typeof WebhookChanges>;

const view = {
  id: Uuid(),
  apiKeyId: Type.String({ description: 'The key that created it.' }),
  url: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  headers: Type.Array(Strict({ name: Type.String(), isMasked: Type.Boolean() }), {
    description: 'Their values are not shown.',
  }),
  events: Type.Array(Type.String()),
  vocabulary: OneOf(vocabularies),
  attachPdf: Type.Boolean({ description: 'Whether `analysis.completed` carries the analysis as a PDF.' }),
  isActive: Type.Boolean({ description: 'False when you switched it off, or when its circuit is open.' }),
  maxRetries: Type.Integer(),
  timeoutMs: Type.Integer(),
  consecutiveFailures: Type.Integer({ minimum: 0 }),
  circuitOpenedAt: Nullable(
    Timestamp({
      description: `Set after ${FAILURES_TO_OPEN} failed requests in a row. Until a reset nothing is sent, and deliveries are held.`,
    }),
  ),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
};
export const WebhookView = Named('Webhook', Strict(view));
export type WebhookView = Static<typeof WebhookView>;

const secret = Type.String({ description: 'Signs the payloads. Shown only once.', example: 'whsec_…' });
export const WebhookWithSecretView = Named('WebhookWithSecret', Strict({ ...view, secret }));
export type WebhookWithSecretView = Static<typeof WebhookWithSecretView>;

export const TestResult = Named(
  'WebhookTestResult',
  Strict({
    success: Type.Boolean(),
    statusCode: Nullable(Type.Integer({ description: 'Null when there was no answer.' })),
    durationMs: Type.Integer(),
    error: Type.Optional(Type.String()),
  }),
);

/** HELD is PENDING while the webhook is inactive. */
export const shownStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'HELD', 'CANCELLED'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/** How much of a response is kept in the log. */
export const KEPT_RESPONSE_BYTES = 1024;
/** The log of a delivery keeps its newest requests, so that repeated redeliveries do not grow it without limit. */
export const KEPT_ATTEMPTS = 20;

export const Attempt = Strict({
  sentAt: Timestamp(),
  durationMs: Type.Integer(),
  statusCode: Nullable(Type.Integer()),
  error: Nullable(Type.String({ description: 'Why it failed; null when it did not.' })),
  responseBody: Nullable(Type.String({ description: `The first ${KEPT_RESPONSE_BYTES} bytes.` })),
});
export type Attempt = Static<typeof Attempt>;

/** The names of events in payloads. */
export const payloadNames = [
  ...new Set(eventTypes.flatMap((type) => vocabularies.map((vocabulary) => eventName(type, vocabulary)))),
];

const row = {
  id: Uuid({ description: 'The `deliveryId` in the payload.' }),
  webhookId: Uuid(),
  event: Type.String({ description: 'The event name in the payload.' }),
  subjectId: Type.String({ description: 'What the event is about: a conversation, or a request.' }),
  status: OneOf(shownStatuses, { description: '`HELD` waits for the webhook to be active again.' }),
  attemptCount: Type.Integer({ minimum: 0 }),
  lastAttempt: Nullable(Attempt),
  nextAttemptAt: Nullable(Timestamp()),
  createdAt: Timestamp(),
  deliveredAt: Nullable(Timestamp()),
};
export const DeliveryView = Named('WebhookDelivery', Strict(row));
export type DeliveryView = Static<typeof DeliveryView>;

export const DeliveryDetailView = Named(
  'WebhookDeliveryDetail',
  Strict({
    ...row,
    attempts: Type.Array(Attempt, { description: `Oldest first, at most ${KEPT_ATTEMPTS}.` }),
    request: Nullable(
      Strict({
        url: Type.String(),
        headers: Type.Array(Type.String(), { description: 'Their names.' }),
        body: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
      }),
    ),
  }),
);
export type DeliveryDetailView = Static<typeof DeliveryDetailView>;

export const Redelivery = Named(
  'NewRedelivery',
  Strict({
    from: Timestamp({ description: 'Deliveries created at this time or later.' }),
    to: Type.Optional(Timestamp({ description: 'And before this time; default now.' })),
    status: Type.Optional(OneOf(['DELIVERED', 'FAILED'], { description: 'Default both.' })),
    event: Type.Optional(OneOf(payloadNames)),
  }),
);
export type Redelivery = Static<typeof Redelivery>;

export const ConversationDeliveryView = Named(
  'ConversationDelivery',
  Strict({
    id: Uuid(),
    webhookId: Uuid(),
    webhookName: Type.String(),
    event: Type.String({ description: 'The event name in the payload.' }),
    status: OneOf(shownStatuses, { description: '`HELD` waits for the webhook to be active again.' }),
    attempts: Type.Integer({ minimum: 0 }),
    responseStatus: Nullable(
      Type.Integer({ description: 'Of the last request; null: there was no answer.' }),
    ),
    error: Nullable(Type.String()),
    nextAttemptAt: Nullable(Timestamp()),
    createdAt: Timestamp(),
    deliveredAt: Nullable(Timestamp()),
  }),
);
export type ConversationDeliveryView = Static<typeof ConversationDeliveryView>;
