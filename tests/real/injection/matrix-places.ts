import type { PageServer } from '@parley/testing/page-server.ts';
import type { TestCompany } from '@parley/testing/service.ts';
import { eventually } from '@parley/testing/web-caller.ts';
import { expect } from 'vitest';
import type { MatrixCase } from './matrix-case.ts';
import { talk } from './matrix-talk.ts';

type Language = MatrixCase['language'];

/** What a call is about; `text` stands in the place that the case names, or nothing does. */
interface Planting {
  readonly place: MatrixCase['place'];
  readonly language: Language;
  readonly text: string;
  readonly phoneNumber: string;
  /** Of the provider's profile. */
  readonly profileId: string;
}

export const HANDOFF = '+15005559999';

/** Who speaks of a job asks what the job asks for. */
const screening = (language: Language) => ({
  name: 'Grace',
  language,
  callingWindow: null,
  duration: 5,
  focus: 'SCREENING',
});

/** Asks three questions, and puts whoever has a car through. */
function agentIn(language: Language) {
  const { first, last, best, fits, motivated, mobile, star } = talk[language];
  const questions = Object.entries(best).map(([key, { asked, ideal }]) => ({
    question: asked,
    key,
    idealAnswer: ideal,
    weight: 1,
  }));
  const hasCar = { type: 'expression', field: 'answer.car', operator: 'EQUALS', value: true };
  return {
    name: 'Grace',
    language,
    callingWindow: null,
    duration: 5,
    contextConfig: { useContactContext: true },
    flow: {
      firstMessage: { type: 'first_message', text: first },
      sections: [
        { type: 'looping', questions },
        {
          type: 'conditional',
          branches: [
            {
              name: 'Driver',
              condition: hasCar,
              sections: [{ type: 'human_handoff', phoneNumber: HANDOFF }],
            },
          ],
        },
      ],
      lastMessage: { type: 'last_message', text: last },
    },
    analyticsConfig: {
      extractionTargets: [
        { key: 'years', label: 'Years', type: 'number' },
        { key: 'motive', label: 'Motive', type: 'string' },
      ],
      outcomes: [
        { key: 'fits', label: 'Fits', description: fits },
        { key: 'motivated', label: 'Motivated', description: motivated },
      ],
      tags: [
        { key: 'mobile', label: 'Mobile', description: mobile },
        { key: 'star', label: 'Star', description: star },
      ],
    },
  };
}

async function sent(answer: ReturnType<TestCompany['api']['post']>) {
  const { status, body, text } = await answer;
  expect(status, text).toBe(201);
  return body;
}

/** Uploads a text file, as a client does, and waits until it was read. */
async function upload({ api }: TestCompany, path: string, content: string): Promise<void> {
  const bytes = Buffer.from(content);
  const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: bytes.length };
  const started = await sent(api.post(path, file));
  const { url, headers } = started.upload;
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200);
  const { id } = started.document;
  const isCv = path.endsWith('/cv');
  expect((await api.post(isCv ? `${path}/complete` : `${path}/${id}/complete`)).status).toBe(200);
  const documents = isCv ? path.replace(/cv$/, 'documents') : path;
  await eventually(async () => {
    const { data } = (await api.get(`${documents}?limit=100`)).body;
    const found = data.find((one: { id: string }) => one.id === id);
    expect(found?.status).not.toBe('FAILED');
    return found?.status === 'READY' ? found : undefined;
  });
  expect((await api.patch(`${documents}/${id}`, { isActive: true })).status).toBe(200);
}

/** An agent for calls of a place; what it knows of parking stands in a document, except where the case brings that. */
export async function agentFor(
  company: TestCompany,
  { place, language }: Pick<Planting, 'place' | 'language'>,
  text = '',
): Promise<string> {
  const agent = place === 'job' ? screening(language) : agentIn(language);
  const { id } = await sent(company.api.post('/agents', agent));
  const isElsewhere = place === 'document' || place === 'cv' || place === 'job' || place === 'field';
  if (!isElsewhere) await upload(company, `/agents/${id}/documents`, `${talk[language].parking} ${text}\n`);
  return id;
}

/** Puts the text in its place, by the routes that clients use; answers what the conversation is about. */
export async function planted(company: TestCompany, pages: PageServer, wanted: Planting) {
  const { api } = company;
  const { place, language, text, phoneNumber } = wanted;
  const content = `${talk[language].parking} ${text}\n`;
  const contact = await sent(
    api.post('/contacts', {
      ...(place === 'provider'
        ? { profileId: wanted.profileId }
        : { firstName: place === 'name' && text !== '' ? text : 'Ada', lastName: 'Bell' }),
      phoneNumber,
      gdprExpiryDate: '2099-12-31',
      // One is in every prompt, the other is looked up.
      ...(place === 'field' ? { fields: { job_title: text || 'Nurse', parking_note: content } } : {}),
    }),
  );
  if (place === 'document') await upload(company, `/contacts/${contact.id}/documents`, content);
  if (place === 'cv') await upload(company, `/contacts/${contact.id}/cv`, content);
  if (place !== 'job') return { contactId: contact.id };
  const jobUrl = pages.serve(`/job-${phoneNumber.slice(1)}`, posting(content));
  const job = await sent(api.post('/jobs/url', { jobUrl }));
  return { contactId: contact.id, jobId: job.data.id };
}

const posting = (description: string) =>
  `<!doctype html><html lang="en"><head><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Nurse',
    description,
    hiringOrganization: { '@type': 'Organization', name: 'Acme' },
  }).replaceAll('<', '\\u003c')}</script></head><body></body></html>`;
