import { languages } from '@parley/language/language.ts';
import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid, Visible } from './schema.ts';

/** Messages to contacts of web calls. */

export const messageKinds = ['INVITATION', 'REMINDER', 'CALLBACK'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageStatuses = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'OUTBOX',
  'BOUNCED',
  'FAILED',
  'UNKNOWN',
  'CANCELLED',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** What may stand between double braces in a text. */
export const messageTokens = [
  'firstName',
  'lastName',
  'companyName',
  'agentName',
  'link',
  'opensAt',
  'expiresAt',
  'stopLink',
] as const;
export type MessageToken = (typeof messageTokens)[number];

export const MAX_SMS = 1000;
const MAX_MAIL = 5000;

const template = {
  kind: OneOf(messageKinds, {
    description:
      '`INVITATION`: the first message. `REMINDER`: once, when nobody has opened the link. `CALLBACK`: the call goes on at another time.',
  }),
  channel: OneOf(messageChannels),
  language: Type.Optional(OneOf(languages, { description: "Default: the agent's language." })),
  subject: Type.Optional(
    Visible(1, 200, {
      description: 'Of a mail; not for an SMS.',
      example: 'Your interview with {{companyName}}',
    }),
  ),
  text: Visible(1, MAX_MAIL, {
    description: `With {{link}}. Tokens: ${messageTokens.map((token) => `{{${token}}}`).join(', ')}. An SMS has at most ${MAX_SMS} characters. A text without {{stopLink}} ends with a link to unsubscribe.`,
    example: 'Hello {{firstName}},\n\nplease tell us about yourself:\n{{link}}',
  }),
};

const RemindAfterHours = Type.Integer({
  minimum: 0,
  maximum: 720,
  description:
    'A reminder is sent so many hours after the invitation if nobody has opened the link: once. 0 is never. Default 24.',
});
const Channel = OneOf(messageChannels, { description: 'Default `EMAIL`.' });
const settings = {
  channel: Type.Optional(Channel),
  remindAfterHours: Type.Optional(RemindAfterHours),
};
const MOST_TEMPLATES = 50;

export const SentAgentMessages = Named(
  'AgentMessagesInput',
  Strict(
    {
      ...settings,
      templates: Type.Optional(
        Type.Array(Named('MessageTemplateInput', Strict(template)), { maxItems: MOST_TEMPLATES }),
      ),
    },
    {
      description:
        'ONLINE agents: how contacts are invited, and in which words. Without a text of yours the built-in one of the language is used.',
    },
  ),
);
export const AgentMessages = Named(
  'AgentMessages',
  Strict({
    ...settings,
    templates: Type.Optional(Type.Array(Named('MessageTemplate', Strict(template)))),
  }),
);
export type AgentMessages = Static<typeof AgentMessages>;
export type MessageTemplate = NonNullable<AgentMessages['templates']>[number];

export const MessagePreviewRequest = Named(
  'NewMessagePreview',
  Strict({
    kind: template.kind,
    channel: template.channel,
    language: template.language,
    subject: template.subject,
    text: Type.Optional({
      ...template.text,
      description: 'Default: as the agent has it, or the built-in text.',
    }),
  }),
);
export type MessagePreviewRequest = Static<typeof MessagePreviewRequest>;

const Written = Strict({
  subject: Nullable(Type.String({ description: 'Null for an SMS.', example: 'Your interview with Acme' })),
  text: Type.String({
    example: 'Hello Ada,\n\nplease tell us about yourself:\nhttps://parley.example/call/…',
  }),
});
export const MessagePreviewView = Named(
  'MessagePreview',
  Strict({
    isOwn: Type.Boolean({ description: 'False: it is the built-in text of the language.' }),
    template: Written,
    message: {
      ...Written,
      description: 'With the tokens filled in for an example contact, and the link to unsubscribe.',
    } as typeof Written,
  }),
);
export type MessagePreviewView = Static<typeof MessagePreviewView>;

const wanted = {
  kind: Type.Optional(
    OneOf(['INVITATION', 'REMINDER'], {
      description: 'Default `INVITATION`. Callbacks are sent by themselves.',
    }),
  ),
  channel: Type.Optional(OneOf(messageChannels, { description: "Default: the agent's." })),
  language: Type.Optional(
    OneOf(languages, {
      description:
        "Default: the contact's, as the field `preferred_language` names it; the agent's where it names none, or where the agent has a text of its own for this message but not in that language.",
    }),
  ),
  remindAfterHours: Type.Optional(RemindAfterHours),
};

export const NewMessage = Named(
  'NewMessage',
  Strict({
    ...wanted,
    again: Type.Optional(
      Type.Boolean({ description: 'Send it although one of this kind was sent before. Default false.' }),
    ),
  }),
);
export type NewMessage = Static<typeof NewMessage>;

export const NewRunMessages = Named(
  'NewRunMessages',
  Strict({
    ...wanted,
    again: Type.Optional(
      Type.Boolean({
        description:
          'Also to contacts who got one of this kind before, unless that one still waits, is being sent, or was queued within the last hour. Default false.',
      }),
    ),
  }),
);
export type NewRunMessages = Static<typeof NewRunMessages>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
export const QueuedMessages = Named(
  'QueuedMessages',
  Strict({
    queued: count('Messages that will be sent now.'),
    skipped: Strict({
      sentBefore: count(
        'Got one of this kind before, or with `again`: within the last hour, or it still waits.',
      ),
      withoutAddress: count('Have no e-mail address or phone number.'),
      unsubscribed: count('Want no more messages on this channel.'),
      doNotCall: count('Asked never to be called again.'),
      closed: count('Their link does not work any more, or they are in the call.'),
      limited: count('Their address or conversation got too many messages within an hour: ask again later.'),
    }),
  }),
);
export type QueuedMessages = Static<typeof QueuedMessages>;

export const MessageView = Named(
  'Message',
  Strict({
    id: Uuid(),
    conversationId: Uuid(),
    contactId: Uuid(),
    runId: Nullable(Uuid()),
    kind: OneOf(messageKinds),
    channel: OneOf(messageChannels),
    language: OneOf(languages),
    status: OneOf(messageStatuses, {
      description:
        '`QUEUED`, `SENDING`; `SENT`: the mail server or SMS vendor accepted it; `DELIVERED`: the vendor reports an SMS as delivered; `OUTBOX`: not sent, because no mail server or SMS vendor is configured or it is a test; `BOUNCED`: the address was refused, at once or when the mail came back; `FAILED`; `UNKNOWN`: it may have been sent, and is not sent again by itself; `CANCELLED`: not sent, see `detail`.',
    }),
    detail: Nullable(
      Type.String({
        description: 'Why it has this status, where there is more to say.',
        example: '550 No such person',
      }),
    ),
    address: Type.String({ example: 'ada@example.com' }),
    subject: Nullable(Type.String({ description: 'As sent; null before that, and for an SMS.' })),
    text: Nullable(Type.String({ description: 'As sent; null before that.' })),
    onlineUrl: Type.String({
      description: "The contact's personal page. Whoever has it can hold the call as the contact.",
    }),
    linkExpiresAt: Timestamp({
      description: 'Until then the link works, unless the call is finished before.',
    }),
    createdAt: Timestamp(),
    sentAt: Nullable(Timestamp()),
    openedAt: Nullable(
      Timestamp({
        description:
          'When the link was first opened after the message was sent. That somebody read the message without opening the link is not known.',
      }),
    ),
  }),
);
export type MessageView = Static<typeof MessageView>;
