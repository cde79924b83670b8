import { type Static, Type } from 'typebox';
import { Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

export const typeNames = 'PDF (.pdf), DOCX (.docx), TXT (.txt), MD (.md), HTML (.html), CSV (.csv)';

const sources = ['UPLOAD', 'CV'] as const;
export type DocumentSource = (typeof sources)[number];

const statuses = ['PENDING', 'PROCESSING', 'READY', 'FAILED'] as const;
export type DocumentStatus = (typeof statuses)[number];

export const UPLOAD_MINUTES = 15;

export const MAX_MIB = 20;
export const MAX_BYTES = MAX_MIB * 1024 ** 2;

const upload = {
  fileName: Type.String({
    minLength: 1,
    maxLength: 255,
    description: `Its extension must match the content type: ${typeNames}.`,
    example: 'notes.txt',
  }),
  contentType: Type.String({ minLength: 1, maxLength: 255, example: 'text/plain' }),
  sizeBytes: Type.Integer({
    minimum: 1,
    description: `The exact size of the file, at most ${MAX_BYTES} (${MAX_MIB} MiB).`,
    example: 1024,
  }),
};
export const NewDocument = Named(
  'NewDocument',
  Strict({
    ...upload,
    name: Type.Optional(Name({ description: 'The display name; default: the file name.' })),
  }),
);
export type NewDocument = Static<typeof NewDocument>;

export const DocumentChanges = Named(
  'DocumentUpdate',
  Strict({
    name: Type.Optional(Name({ example: 'Notes of the first call' })),
    isActive: Type.Optional(Type.Boolean({ description: 'Whether agents may read it in a call.' })),
  }),
);
export type DocumentChanges = Static<typeof DocumentChanges>;

export const DocumentView = Named(
  'Document',
  Strict(
    {
      id: Uuid(),
      name: Type.String(),
      fileName: Type.String(),
      contentType: Type.String(),
      sizeBytes: Type.Integer(),
      source: OneOf(sources),
      status: OneOf(statuses),
      isActive: Type.Boolean(),
      failureReason: Nullable(Type.String({ description: 'Why the text could not be read.' })),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-0000000000a1',
        name: 'notes',
        fileName: 'notes.txt',
        contentType: 'text/plain',
        sizeBytes: 1024,
        source: 'UPLOAD',
        status: 'READY',
        isActive: true,
        failureReason: null,
        createdAt: '2026-03-14T09:30:00.000Z',
        updatedAt: '2026-03-14T09:30:00.000Z',
      },
    },
  ),
);
export type DocumentView = Static<typeof DocumentView>;

export const StartedUpload = Named(
  'StartedUpload',
  Strict({
    document: DocumentView,
    upload: Strict({
      url: Type.String({
        description: 'The URL is signed: no key is needed.',
        example: 'https://example.com/objects/…?signature=…',
      }),
      method: OneOf(['PUT']),
      headers: Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Send exactly these.',
        example: { 'content-type': 'text/plain' },
      }),
      expiresAt: Timestamp({ description: `${UPLOAD_MINUTES} minutes after the start.` }),
    }),
  }),
);
export type StartedUpload = Static<typeof StartedUpload>;

export const MAX_DOCUMENTS = 5;
