import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { readJournal } from '@parley/service/domains/conversations/call-journal.actions.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { drivingAnalytics, drivingSections } from '@parley/testing/online-agent.ts';
import { patience } from '@parley/testing/patience.ts';
import type { TestCompany, TestService } from '@parley/testing/service.ts';
import { expect, vi } from 'vitest';
import type { Telephone } from './baresip.ts';
import { spokenSounds } from './offline-speech.ts';

/** However it is asked: who was not understood is asked again in other words. */
const replies = [
  [/years|driven/, 'I have driven for seven years.'],
  [/\bcar\b/, 'Yes, I do.'],
  [/city|live/, 'I live in London.'],
] as const;

/** Asks three questions, and finds three answers. */
const agent = {
  name: 'Grace',
  type: 'PHONE',
  language: 'EN',
  duration: 10,
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is Grace, an AI assistant.' },
    sections: drivingSections,
    lastMessage: { type: 'last_message', text: 'Thank you very much. Goodbye.' },
  },
  analyticsConfig: drivingAnalytics,
};

const LOOK_MS = 100;
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** Orders a conversation on the telephone; `more` is what else its agent has. */
export async function order(service: TestService, phoneNumber: string, more: object = {}) {
  const company = await service.newCompany({ name: 'Northwind' });
  const contact = { ...inlineContact, phoneNumber };
  const wanted = { agent: { ...agent, ...more }, contact };
  const { body, status, text } = await company.api.post('/conversations', wanted);
  expect(status, text).toBe(201);
  const conversation = async () => (await company.api.get(`/conversations/${body.id}`)).body;
  return {
    company,
    conversation,
    /** The conversation, once its first call is over. */
    async over() {
      for (;;) {
        const now = await conversation();
        if (isOver(now)) return now;
        await pause();
      }
    },
  };
}

const isOver = ({ callAttempts: [attempt] }: { callAttempts: { status: string }[] }): boolean =>
  attempt !== undefined && !['SCHEDULED', 'IN_PROGRESS'].includes(attempt.status);

/** A conversation on the telephone from its order to its analysis: the person answers what they are asked. */
export async function talk(
  service: TestService,
  telephone: Telephone,
  phoneNumber: string,
  ordering = order(service, phoneNumber),
) {
  const sounds = await spokenSounds(replies.map(([, answer]) => answer));
  const { company, conversation } = await ordering;
  let answered = 0;
  for (;;) {
    const now = await conversation();
    const sentences = await sentencesOf(service, company, now.callAttempts[0].id);
    for (; answered < sentences.length; answered += 1) {
      const [, reply] = replies.find(([question]) => question.test(sentences[answered] ?? '')) ?? [];
      if (reply !== undefined) await telephone.say(sounds.get(reply) as Int16Array);
    }
    if (isOver(now)) break;
    await pause();
  }
  if ((await conversation()).status === 'COMPLETED')
    await vi.waitFor(async () => expect((await conversation()).analytics).toBeDefined(), patience);
  return conversation();
}

/** What the agent has said to its end so far. */
async function sentencesOf(service: TestService, company: TestCompany, attemptId: string): Promise<string[]> {
  const entries = await journalOf(service, company, attemptId);
  return entries.flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []));
}

export async function journalOf(
  service: TestService,
  company: TestCompany,
  attemptId: string,
): Promise<JournalEntry[]> {
  const scope = service.services.database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  return (await readJournal(scope, attemptId)) as JournalEntry[];
}
