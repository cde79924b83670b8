import type { EventData } from '@parley/contract/event.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { Scope } from '../../storage/scope.ts';
import type { RecordingUrl } from '../conversations/call-attempt.model.ts';
import type { Message } from './delivery.model.ts';

/** The PDF of a call's analysis; null when there is none. */
export interface AnalysisPdfs {
  /** Undefined when it is still to be made. */
  readonly kept: (scope: Scope, attemptId: string) => Promise<Buffer | null | undefined>;
  /** Takes as long as it takes: it is printed unless it is kept. */
  readonly make: (scope: Scope, attemptId: string) => Promise<Buffer | null>;
}

/** What stands in a message but in no event: too large, or true only for a while. */
export interface Attachments {
  readonly pdfs: AnalysisPdfs;
  readonly recordingUrl: RecordingUrl;
}

export const carriesPdf = ({ type }: Message): boolean => type === 'analysis.completed';

/** Whoever looks at a message waits no longer than this for its PDF. */
const LOOK_MS = 15_000;

/** The message as it would be sent now. A PDF that cannot be made, or takes too long, is left out. */
export async function shown<Shown extends Message>(
  scope: Scope,
  message: Shown,
  { pdfs, recordingUrl }: Attachments,
): Promise<Shown> {
  const pdf = carriesPdf(message)
    ? await withTimeout(LOOK_MS, pdfs.make(scope, String(message.data.callAttemptId))).catch(() => null)
    : null;
  return withAttachments(message, pdf, recordingUrl);
}

/** The message with its PDF, and with recordings as addresses that work from now on: the event has only their keys. */
export async function withAttachments<Sent extends Message>(
  message: Sent,
  pdf: Buffer | null,
  recordingUrl: RecordingUrl,
): Promise<Sent> {
  const { type, data } = message;
  if (type !== 'analysis.completed' && type !== 'analysis.failed') return message;
  const { callAttempts } = data as EventData<typeof type>;
  const signed = callAttempts.map(async ({ recordingUrl: key, ...attempt }) => ({
    ...attempt,
    // What no address can be given to must not hold up what was found out.
    recordingUrl: key === null ? null : await recordingUrl(key).catch(() => null),
  }));
  const analysisPdfBase64 = pdf?.toString('base64') ?? null;
  return { ...message, data: { ...data, callAttempts: await Promise.all(signed), analysisPdfBase64 } };
}
