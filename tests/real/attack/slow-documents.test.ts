import { ada } from '@parley/testing/ada.ts';
import { packedPdfFile } from '@parley/testing/document-files.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A few kilobytes that take minutes to read. */
const slowPdf = packedPdfFile(Buffer.from(`BT /F1 12 Tf ${'(a) Tj '.repeat(4_000_000)}ET`));

/** Of a contact of its own; answers where it is listed. */
async function upload({ api }: TestCompany, contentType: string, bytes: Buffer): Promise<string> {
  const fileName = contentType === 'text/plain' ? 'notes.txt' : 'slow.pdf';
  const contactId = (await api.post('/contacts', ada)).body.id;
  const path = `/contacts/${contactId}/documents`;
  const { body } = await api.post(path, { fileName, contentType, sizeBytes: bytes.length });
  const { url, headers } = body.upload;
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  expect((await api.post(`${path}/${body.document.id}/complete`)).status).toBe(200);
  return path;
}

test('ten slow documents of one company delay no document of another company', async () => {
  const [attacker, other] = [await service.newCompany(), await service.newCompany()];
  const slow = [];
  for (let at = 0; at < 10; at += 1) slow.push(await upload(attacker, 'application/pdf', slowPdf));
  const quick = await upload(other, 'text/plain', Buffer.from('What we know.'));
  const statusOf = async ({ api }: TestCompany, path: string) => (await api.get(path)).body.data[0].status;
  await vi.waitFor(async () => expect(await statusOf(other, quick)).toBe('READY'), {
    timeout: 60_000,
    interval: 50,
  });
  const read = await Promise.all(slow.map((path) => statusOf(attacker, path)));
  expect(read.filter((status) => status === 'READY')).toEqual([]);
});
