import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, notFound } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { missing } from '../conversations/conversation.actions.ts';
import { correctedResult } from '../conversations/correction.actions.ts';
import { getJob } from '../jobs/job.actions.ts';
import { endingOf, type ReportAnalysis, type ReportContent, Unprintable } from './report.model.ts';
import {
  findAnalysedCall,
  isNewerAnalysisUnderWay,
  isOwnConversation,
  type WhichCall,
} from './report.store.ts';

/** The PDF of an analysed call; null when there is none. Aborted, it is not rendered any further. */
export type AnalysisPdf = (scope: Scope, which: WhichCall, signal?: AbortSignal) => Promise<Buffer | null>;

/** The same as far as it was printed before; undefined when it was not. */
export type KeptPdf = (scope: Scope, which: WhichCall) => Promise<Buffer | null | undefined>;

export interface CallReport {
  readonly attemptId: string;
  readonly content: ReportContent;
}

/** All that stands in the report of a call; undefined when it was not analysed. */
export async function readReport(scope: Scope, which: WhichCall): Promise<CallReport | undefined> {
  const call = await findAnalysedCall(scope, which);
  if (!call) return undefined;
  const [company, [contact], job, analysis] = await Promise.all([
    ownCompany(scope),
    getContacts(scope, [call.contactId]),
    call.jobId === null ? null : getJob(scope, call.jobId),
    correctedResult(scope, call, call.analysis),
  ]);
  return {
    attemptId: call.attemptId,
    content: {
      language: call.language ?? 'EN',
      timeZone: company.timezone,
      companyName: company.name,
      contactName: `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim(),
      agentName: call.agentName ?? '',
      jobTitle: job?.title ?? null,
      calledAt: (call.calledAt ?? call.scheduledAt).toISOString(),
      durationSeconds: call.durationSeconds ?? 0,
      ending: endingOf(call.reasonCode),
      isSimulated: call.isSimulated === true,
      analysis: analysis as ReportAnalysis,
      transcript: call.transcript ?? [],
    },
  };
}

/** An analysis by rules takes less than a second, one by a language model often a few. */
export const PDF_PATIENCE_MS = 3000;
const LOOK_MS = 250;

/**
 * Waits while a call later than those analysed is being analysed, because whoever saw that a call has ended asks for its PDF
 * at once. If that takes too long, they get the PDF of the call before.
 */
export async function readAnalysisPdf(
  scope: Scope,
  conversationId: string,
  analysisPdf: AnalysisPdf,
  signal: AbortSignal,
  pause: (ms: number) => Promise<unknown> = sleep,
) {
  for (let waitedMs = 0; waitedMs < PDF_PATIENCE_MS; waitedMs += LOOK_MS) {
    if (!(await isNewerAnalysisUnderWay(scope, conversationId))) break;
    await pause(LOOK_MS);
    signal.throwIfAborted();
  }
  const pdf = await analysisPdf(scope, { conversationId }, signal).catch((error: unknown) => {
    if (!(error instanceof Unprintable)) throw error;
    const why =
      'The report of this analysis could not be rendered. The analysis itself is complete: ask again later';
    // For the log: the client does not hear it.
    throw Object.assign(new Failure('unavailable', why), { cause: error });
  });
  if (pdf) return { analysisPdfBase64: pdf.toString('base64') };
  throw (await isOwnConversation(scope, conversationId))
    ? notFound('Completed analysis of this conversation')
    : await missing(scope, conversationId);
}
