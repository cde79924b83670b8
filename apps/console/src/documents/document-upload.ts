import { ApiFailure, post, type Reply } from '../api/client.ts';

export type KnowledgeDocument = Reply<'/contacts/{id}/documents', 'get'>['data'][number];

/** Whose documents they are. */
export interface Owner {
  readonly kind: 'contact' | 'agent';
  readonly id: string;
}

/** What the service takes, by the ending: browsers do not know all of them. */
const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
};
export const acceptedFiles = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');

const endingOf = (name: string): string => name.split('.').pop()?.toLowerCase() ?? '';

/** Announces a file, sends its bytes to the address that is given for it, and has it looked at. */
export async function uploadFile(
  owner: Owner,
  kind: 'document' | 'cv',
  file: File,
  onProgress: (done: number) => void,
): Promise<KnowledgeDocument> {
  const announced = {
    fileName: file.name,
    contentType: types[endingOf(file.name)] ?? (file.type || 'application/octet-stream'),
    sizeBytes: file.size,
  };
  const path = { id: owner.id };
  const documents = `/${owner.kind}s/{id}/documents` as const;
  const { document, upload } =
    kind === 'cv'
      ? await post('/contacts/{id}/cv', announced, { path })
      : await post(documents, announced, { path });
  await send(upload, file, onProgress);
  return kind === 'cv'
    ? post('/contacts/{id}/cv/complete', undefined, { path })
    : post(`${documents}/{documentId}/complete`, undefined, {
        path: { ...path, documentId: document.id },
      });
}

interface UploadLink {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** By an XMLHttpRequest: fetch does not tell how much has gone out. */
function send({ url, method, headers }: UploadLink, file: File, onProgress: (done: number) => void) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new ApiFailure(request.status, { message: 'The upload was refused. Try again.' }));
    request.onerror = () =>
      reject(new ApiFailure(0, { message: 'The connection was lost during the upload. Try again.' }));
    request.send(file);
  });
}
