import { sql } from '@parley/service/storage/sql.ts';
import { generalNothing } from './scripted-analysis-model.ts';
import type { TestService } from './service.ts';

/** An agent whose calls have one result of each kind. */
export const renewalAgent = {
  name: 'Renewal',
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is the AI assistant of Acme.' },
    sections: [
      {
        type: 'looping',
        title: 'Renewal',
        questions: [{ question: 'Will you renew your contract?', key: 'renews', answer: { type: 'yes_no' } }],
      },
    ],
    lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
  },
  analyticsConfig: {
    extractionTargets: [{ key: 'reason', label: 'Reason', type: 'enum', options: ['Price', 'Service'] }],
    outcomes: [{ key: 'will_renew', label: 'Will renew', description: 'Wants to renew the contract.' }],
    tags: [{ key: 'price', label: 'Price is an issue', description: 'Talks about the price.' }],
  },
};

interface Found {
  /** Null: the call does not tell. */
  readonly willRenew?: boolean | null;
  readonly reason?: string | null;
  readonly isPriceTagged?: boolean;
  /** What the contact said. */
  readonly words?: string;
  /** The quotation that the analysis gives for the answer. */
  readonly evidence?: string;
}

const unquoted = { evidence: null, evidenceTime: null };

function resultOf(
  questionId: string,
  { willRenew = true, reason = 'Price', isPriceTagged = false, evidence }: Found,
) {
  return {
    general: generalNothing,
    specific: null,
    analytics: {
      matchScore: null,
      fields: [{ key: 'reason', label: 'Reason', type: 'enum', value: reason, confidence: 0.8, ...unquoted }],
      scoring: null,
      outcomes: [
        {
          key: 'will_renew',
          label: 'Will renew',
          met: willRenew === true,
          confidence: willRenew === null ? 0 : 0.8,
          ...unquoted,
          ...(willRenew === null && { unknown: true }),
        },
      ],
      tags: [{ key: 'price', label: 'Price is an issue', applied: isPriceTagged, reason: null }],
      qa: [
        {
          id: questionId,
          question: 'Will you renew your contract?',
          answered: willRenew !== null,
          answer: willRenew === null ? null : willRenew ? 'Yes' : 'No',
          ...unquoted,
          ...(evidence !== undefined && { evidence }),
        },
      ],
      evaluation: { strengths: [], concerns: [], objections: [], assessment: [] },
      sentiment: { overall: 'neutral', score: 0, trajectory: 'stable', notes: null },
      summary: 'The call was about the contract.',
    },
  };
}

/** As if the first call of a conversation with `renewalAgent` had been held and analysed. */
export async function holdCall(
  { services: { database } }: TestService,
  {
    companyId,
    conversationId,
    questionId,
  }: { readonly companyId: string; readonly conversationId: string; readonly questionId: string },
  found: Found = {},
): Promise<{ readonly attemptId: string }> {
  const transcript = [
    { speaker: 'AI', text: 'Hello, this is the AI assistant of Acme.', startTime: 0, endTime: 3 },
    { speaker: 'CONTACT', text: 'Yes, hello.', startTime: 4, endTime: 5 },
    { speaker: 'AI', text: 'Will you renew your contract?', startTime: 6, endTime: 8 },
    { speaker: 'CONTACT', text: found.words ?? 'Yes, I will.', startTime: 9, endTime: 10 },
    { speaker: 'AI', text: 'Thank you. Goodbye!', startTime: 11, endTime: 12 },
  ].map((line) => ({ ...line, language: 'en' }));
  const attempt = await database.first<{ id: string }>(sql`
    update call_attempts set status = 'COMPLETED', called_at = '2026-03-12T13:30:00Z', duration_seconds = 61,
      transcript = ${JSON.stringify(transcript)} where conversation_id = ${conversationId} returning id`);
  if (!attempt) throw new Error('The conversation has no call');
  await database.run(sql`
    update conversations set status = 'COMPLETED', open_agent_id = null, finished_at = now() where id = ${conversationId}`);
  await database.run(sql`
    insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at,
                               is_completion_published, result, created_at, updated_at)
    values (${attempt.id}, ${database.newId()}, ${companyId}, ${conversationId}, 2, true, now(), true,
            ${JSON.stringify(resultOf(questionId, found))}, now(), now())`);
  return { attemptId: attempt.id };
}
