import { notFound } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts } from '../contacts/contact.actions.ts';
import { missing } from '../conversations/conversation.actions.ts';
import { correctedResult } from '../conversations/correction.actions.ts';
import { getJob } from '../jobs/job.actions.ts';
import { endingOf, type ReportAnalysis, type ReportContent } from './report.model.ts';
import { findAnalysedCall, isOwnConversation, type WhichCall } from './report.store.ts';

/** The PDF of an analysed call; null when there is none. */
export type AnalysisPdf = (scope: Scope, which: WhichCall) => Promise<Buffer | null>;

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
      analysis: analysis as ReportAnalysis,
      transcript: call.transcript ?? [],
    },
  };
}

export async function readAnalysisPdf(scope: Scope, conversationId: string, analysisPdf: AnalysisPdf) {
  const pdf = await analysisPdf(scope, { conversationId });
  if (!pdf) {
    throw (await isOwnConversation(scope, conversationId))
      ? notFound('Completed analysis of this conversation')
      : await missing(scope, conversationId);
  }
  return { analysisPdfBase64: pdf.toString('base64') };
}
