import { within } from '../../kernel/deadline.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Message } from './delivery.model.ts';
import { ATTACHMENT_MS } from './delivery-queue.model.ts';

/** The PDF of a call's analysis; null when there is none. */
export type AnalysisPdf = (scope: Scope, attemptId: string) => Promise<Buffer | null>;

/**
 * The message with what is too large to be stored with every event. A PDF that cannot be made, or takes too long,
 * is left out: what was found out is in the message anyway.
 */
export async function withAttachment<Sent extends Message>(
  scope: Scope,
  message: Sent,
  analysisPdf: AnalysisPdf,
): Promise<Sent> {
  const { type, data } = message;
  if (type !== 'analysis.completed') return message;
  const pdf = await within(ATTACHMENT_MS, analysisPdf(scope, String(data.callAttemptId))).catch(() => null);
  return { ...message, data: { ...data, analysisPdfBase64: pdf?.toString('base64') ?? null } };
}
