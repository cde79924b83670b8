import {
  type DocumentSource,
  type DocumentStatus,
  type DocumentView,
  MAX_BYTES,
  MAX_DOCUMENTS,
  MAX_MIB,
  type NewDocument,
  type StartedUpload,
  typeNames,
} from '@parley/contract/document.ts';
import { task } from '@parley/kernel/task.ts';
import { table } from '@parley/kernel/transition.ts';
import type { UploadLink } from '../../storage/objects/object-store.ts';
import { announcedType, cleanFileName } from './file-type.parser.ts';

type DocumentMove = 'complete' | 'finish' | 'fail';

export const lifecycle = table<DocumentStatus, DocumentMove>({
  PENDING: { complete: 'PROCESSING' },
  PROCESSING: { finish: 'READY', fail: 'FAILED' },
  READY: {},
  FAILED: {},
});

/** Whose knowledge a document is. */
export type OwnerKind = 'contact' | 'agent';
export interface Owner {
  readonly kind: OwnerKind;
  readonly id: string;
}

export interface Document {
  readonly id: string;
  readonly contactId: string | null;
  readonly agentId: string | null;
  readonly objectKey: string;
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly source: DocumentSource;
  readonly status: DocumentStatus;
  readonly isActive: boolean;
  readonly failureReason: string | null;
  readonly uploadExpiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const viewDocument = (document: Document): DocumentView => ({
  id: document.id,
  name: document.name,
  fileName: document.fileName,
  contentType: document.contentType,
  sizeBytes: document.sizeBytes,
  source: document.source,
  status: document.status,
  isActive: document.isActive,
  failureReason: document.failureReason,
  createdAt: document.createdAt.toISOString(),
  updatedAt: document.updatedAt.toISOString(),
});

export const viewUpload = (document: Document, link: UploadLink): StartedUpload => ({
  document: viewDocument(document),
  upload: {
    url: link.url,
    method: link.method,
    headers: link.headers,
    expiresAt: link.expiresAt.toISOString(),
  },
});

/** What is wrong with an announced file, apart from the room it needs. */
export function announcementViolations({ fileName, contentType, sizeBytes }: Partial<NewDocument>): string[] {
  const clean = fileName === undefined ? undefined : cleanFileName(fileName);
  return [
    ...(fileName !== undefined && clean === undefined ? ['fileName must name a file'] : []),
    ...(clean !== undefined && contentType !== undefined && announcedType(clean, contentType) === undefined
      ? [`contentType must be that of one of these, with a fileName that ends so: ${typeNames}`]
      : []),
    ...(sizeBytes !== undefined && sizeBytes > MAX_BYTES
      ? [`sizeBytes must be at most ${MAX_BYTES} (${MAX_MIB} MiB), and ${sizeBytes} were announced`]
      : []),
  ];
}

/** What an owner and the company have reserved already. */
export interface Reserved {
  /** Documents of the owner that count: no CV, and no upload whose time is over. */
  readonly documents: number;
  readonly companyBytes: number;
}

/** What stands against one more document, with the numbers. A CV takes no place, only storage. */
export function roomViolations(
  wanted: { sizeBytes: number; source: DocumentSource; ownerKind: OwnerKind },
  reserved: Reserved,
  storageBytes: number,
): string[] {
  const full = wanted.source === 'UPLOAD' && reserved.documents >= MAX_DOCUMENTS;
  const left = Math.max(0, storageBytes - reserved.companyBytes);
  return [
    ...(full
      ? [
          `documents must be at most ${MAX_DOCUMENTS} for one ${wanted.ownerKind}, and it has ${reserved.documents}, uploads under way included: delete one first`,
        ]
      : []),
    ...(wanted.sizeBytes > left
      ? [
          `sizeBytes must fit the storage of the company's plan: ${wanted.sizeBytes} bytes are needed, and of ${storageBytes} there are ${left} left`,
        ]
      : []),
  ];
}

/** Reads the text of a document whose bytes have arrived. */
export const processDocumentTask = task<{ companyId: string; documentId: string }>('process-document', {
  // With their growing pauses the retries outlast an hour without object storage.
  retries: 12,
  expireSeconds: 900,
});

/** Gives vectors to passages of documents that were there before whoever makes them, or that it failed at. */
export const embedDocumentsTask = task<object>('embed-documents', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

/** Removes the bytes of documents that are gone, and what was never completed. */
export const sweepDocumentsTask = task<object>('sweep-documents', {
  retries: 3,
  expireSeconds: 600,
  cron: '* * * * *',
});
