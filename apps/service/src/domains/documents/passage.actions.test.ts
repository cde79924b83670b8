import { searchedDocuments } from '@parley/testing/searched-documents.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { sql } from '../../storage/sql.ts';
import { passagesOf } from './passage.model.ts';
import { replacePassages } from './passage.store.ts';

let service: TestService;
let scope: Scope;
let contactId: string;
beforeAll(async () => {
  service = await startTestService();
  const company = await service.newCompany();
  scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  const body = { firstName: 'A', lastName: 'B', email: 'a@example.org', gdprExpiryDate: '2099-01-01' };
  contactId = (await company.api.post('/contacts', body)).body.id;
});
afterAll(() => service.stop());

async function know(name: string, text: string): Promise<void> {
  const id = scope.newId();
  await scope.run(sql`
    insert into documents (id, company_id, contact_id, object_key, name, file_name, content_type, size_bytes, source, status,
                           is_active, upload_expires_at, created_at, updated_at)
    values (${id}, ${scope.companyId}, ${contactId}, ${id}, ${name}, 'a.txt', 'text/plain', 1, 'UPLOAD', 'READY', true, now(), now(), now())`);
  await scope.texts.prepare([contactId]);
  await replacePassages(scope, { id, contactId }, passagesOf(text));
}

const names = async (query: string) =>
  (await searchedDocuments(scope, { contactId, query, limit: 3 })).map(({ documentName }) => documentName);

test.each([
  [
    'German',
    'Die Öffnungszeiten sind werktags von neun bis fünf.',
    'Wann ist geöffnet, welche Öffnungszeit?',
  ],
  ['Polish', 'Okres wypowiedzenia wynosi trzy miesiące.', 'jaki jest okresie wypowiedzeniu'],
  ['Finnish', 'Irtisanomisaika on kaksi kuukautta.', 'irtisanomisajan pituus: irtisanomisaikaa'],
  ['Greek', 'Η αποζημίωση καταβάλλεται κάθε μήνα.', 'ΑΠΟΖΗΜΙΩΣΗ'],
  ['Ukrainian', 'Відпустка триває двадцять чотири дні.', 'скільки триватиме відпустки'],
  ['Arabic', 'ساعات العمل من التاسعة حتى الخامسة', 'ساعات العمل'],
  ['Hebrew', 'החופשה השנתית היא עשרים ימים', 'חופשה השנתית'],
  ['Japanese', '営業時間は午前九時からです。', '営業時間を教えて'],
  ['Chinese', '公司的年假为二十天。', '年假有多少天'],
  ['Korean', '휴가는 일년에 이십일입니다.', '휴가 며칠'],
  ['Turkish', 'İhbar süresi sekiz haftadır.', 'ihbar süremiz'],
])(
  'a document search in %s finds words with other endings and without accents',
  async (language, text, query) => {
    await know(language, text);
    expect((await names(query))[0]).toBe(language);
  },
);

test('a document search accepts every letter, digit and symbol without an error', async () => {
  const letters = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter),
  );
  for (let from = 0; from < letters.length; from += 2000) {
    await names(letters.slice(from, from + 2000).join(' '));
    await names(letters.slice(from, from + 20).join(''));
  }
  for (const query of ["a' & b | !c:*", '\\', '(((', ':*', '<->', '&', '']) await names(query);
});

test('a document search finds the sentence with the answer among twenty thousand paragraphs', async () => {
  const filler = Array.from(
    { length: 20_000 },
    (_, i) => `Paragraph ${i} speaks of ordinary business matters.`,
  );
  filler[12_345] = 'The cafeteria serves Schnitzel on Thursdays.';
  await know('Large', filler.join('\n\n'));
  expect((await names('When is Schnitzel served in the cafeteria?'))[0]).toBe('Large');
});
