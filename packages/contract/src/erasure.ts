import { type Static, Type } from 'typebox';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** A contact was deleted, or the date came at which its documents and the text of its CV expire. */
export const erasureReasons = ['DELETED', 'EXPIRED'] as const;
export type ErasureReason = (typeof erasureReasons)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const Counted = (description: string) =>
  Type.Optional(Count(`${description} Absent from receipts of before they were counted.`));

/** How many records of each kind were erased. */
export const Erased = Named(
  'Erased',
  Strict({
    contacts: Count('1 when the contact itself was deleted; 0 when only its documents expired.'),
    documents: Count('Documents and CVs, with their text passages.'),
    cvTexts: Count('Anonymised CV texts.'),
    conversations: Count('Conversations, with everything about them.'),
    callAttempts: Count('Call attempts, with transcripts and journals.'),
    recordings: Count('Recordings.'),
    analyses: Count('Analyses, with their PDF reports.'),
    events: Count('Events, and with them what webhooks received and answered.'),
    messages: Counted('Invitations and reminders by mail and SMS.'),
    comments: Counted('Comments on calls.'),
    corrections: Counted('Corrections of results.'),
    testCases: Counted('Test cases that were made from calls.'),
    sipMessages: Counted('SIP messages of calls.'),
    importRows: Counted('Rows of imports that created or changed the contact, with what it was before.'),
    journals: Counted(
      'Journals of calls; when only documents expired, those from which was removed what the agent could look up about the contact.',
    ),
    filters: Counted(
      'Segments and saved views in whose conditions the name, number or e-mail address of the contact was replaced.',
    ),
    enrichmentResults: Count('Results of enrichments.'),
    dataKeys: Type.Optional(
      Count(
        'Keys that were destroyed: recordings, documents and reports that were encrypted with them cannot be read again, nor can copies of them. Absent in receipts of versions that did not encrypt.',
      ),
    ),
  }),
);
export type Erased = Static<typeof Erased>;

/** Copies that were made of them before, such as backups, are not meant. */
export const ErasureStores = Named(
  'ErasureStores',
  Strict({
    database: Type.String({ description: 'The name of the PostgreSQL database.' }),
    objects: Strict({
      kind: OneOf(['disk', 's3']),
      bucket: Nullable(Type.String({ description: 'Null on disk.' })),
    }),
  }),
);
export type ErasureStores = Static<typeof ErasureStores>;

export const ErasureReceiptView = Named(
  'ErasureReceipt',
  Strict({
    id: Uuid(),
    contactId: Uuid({ description: 'The id that the contact had.' }),
    reason: OneOf(erasureReasons),
    requestedBy: Type.String({ description: 'The kind and id of who asked for it.' }),
    erased: Erased,
    stores: Type.Optional(ErasureStores),
    erasedAt: Timestamp({ description: 'When it was erased from the database.' }),
    objectsErasedAt: Nullable(
      Timestamp({
        description: 'When its files had left the object store; null while some are still there.',
      }),
    ),
    jws: Type.String({
      description:
        'The same statement, signed: a compact JWS (EdDSA) whose key is one of `GET /erasure-receipts/keys`.',
    }),
  }),
);
export type ErasureReceiptView = Static<typeof ErasureReceiptView>;

export const ErasureKeys = Named(
  'ErasureKeys',
  Strict({
    keys: Type.Array(
      Strict({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        alg: Type.Literal('EdDSA'),
        use: Type.Literal('sig'),
        kid: Type.String(),
        x: Type.String(),
      }),
    ),
  }),
);
export type ErasureKeys = Static<typeof ErasureKeys>;
