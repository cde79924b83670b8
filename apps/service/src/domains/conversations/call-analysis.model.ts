import {
  type AnalysisStatus,
  type Analytics,
  analysisStatuses,
  type ConversationAnalysis,
} from '@parley/contract/analysis.ts';
import type { ConversationStatus } from '@parley/contract/conversation.ts';
import { table } from '@parley/kernel/transition.ts';
import type { Static } from 'typebox';
import type { NewEvent } from '../events/event.model.ts';
import type { Attempt } from './call-attempt.model.ts';
import { type Correction, withCorrections } from './correction.model.ts';

export const codeOf = (status: AnalysisStatus): number => analysisStatuses.indexOf(status);
export const statusOf = (code: number): AnalysisStatus => analysisStatuses[code] as AnalysisStatus;

/** One that is over can be begun again, when somebody wants it; one that runs, when its process is gone. */
export const analysisLifecycle = table<AnalysisStatus, 'begin' | 'complete' | 'wait' | 'fail'>({
  WAITING: { begin: 'RUNNING' },
  RUNNING: { begin: 'RUNNING', complete: 'COMPLETED', wait: 'WAITING', fail: 'FAILED' },
  COMPLETED: { begin: 'RUNNING' },
  FAILED: { begin: 'RUNNING' },
});

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** The pause after each try but the last. */
const pausesMs = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS] as const;
export const MOST_TRIES = pausesMs.length + 1;

/** How long a model may take to read a call: in this time a common one writes the two pages about an hour's talk. */
export const MODEL_MS = 55 * SECOND_MS;
/** How often a model is asked for the same call before the rules read it. */
export const MODEL_TRIES = 2;
/** By then the rules have read a call whose model says nothing: two tries, the pause between them, and some air. */
export const TAKEOVER_MS = 2 * MINUTE_MS;

/** How long to wait after so many tries; undefined when they were enough. */
export const pauseMs = (tries: number): number | undefined => pausesMs[tries - 1];

/** When a call is looked at again whose words cannot be read now. */
export const READABLE_AFTER_MS = 10 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Whoever has to repair a key has a weekend for it. Then the analysis fails: receivers wait for the end of the conversation. */
export const REFUSED_KEY_DAYS = 3;

/** The pause until the next try, by how long the key has been refused: longer and longer. Undefined: it was long enough. */
export const refusedKeyPauseMs = (refusedMs: number): number | undefined =>
  refusedMs >= REFUSED_KEY_DAYS * 24 * HOUR_MS
    ? undefined
    : Math.min(HOUR_MS, Math.max(READABLE_AFTER_MS, Math.round(refusedMs / 4)));

type General = ConversationAnalysis['general'];

/** What was found out, without the times and the status that the row has. */
export interface AnalysisResult {
  readonly general: Omit<General, 'createdAt' | 'updatedAt' | 'status'>;
  readonly specific: object | null;
  readonly analytics: Omit<Static<typeof Analytics>, 'updatedAt'> | null;
}

const noAnalytics = {
  scoring: null,
  evaluation: { strengths: [], concerns: [], objections: [], assessment: [] },
  sentiment: { overall: 'neutral', score: 0, trajectory: 'stable', notes: null },
  summary: '',
} satisfies Partial<NonNullable<AnalysisResult['analytics']>>;

/**
 * What queries filter, sort and count by: scores, and the values of an agent's own flow. Summaries, judgements and the contact's own
 * words are not among it.
 */
export const countedResult = ({ general, analytics }: AnalysisResult): AnalysisResult => ({
  general: { ...nothingYet, overallRating: general?.overallRating ?? null },
  specific: null,
  analytics: analytics && {
    ...noAnalytics,
    matchScore: analytics.matchScore,
    // Early versions left out what there was none of.
    fields: (analytics.fields ?? []).map((field) => ({ ...field, evidence: null })),
    outcomes: (analytics.outcomes ?? []).map(({ reason: _, ...outcome }) => ({ ...outcome, evidence: null })),
    tags: (analytics.tags ?? []).map((tag) => ({ ...tag, reason: null })),
    qa: (analytics.qa ?? []).map((answer) => ({ ...answer, evidence: null })),
  },
});

/** The analysis of one call. */
export interface CallAnalysis {
  readonly id: string;
  readonly attemptId: string;
  readonly conversationId: string;
  /** The number that stands for it. */
  readonly status: number;
  readonly isCustom: boolean;
  readonly result: AnalysisResult | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const nothingYet: AnalysisResult['general'] = {
  overallRating: null,
  scoringIncompleteReason: null,
  companyFitRating: null,
  education: null,
  experience: null,
  strongPoints: [],
  weakPoints: [],
  evaluation: [],
};

export function viewAnalysis<Status>({ id, result, createdAt, updatedAt }: CallAnalysis, status: Status) {
  const general = {
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    status,
    ...(result?.general ?? nothingYet),
  };
  return { id, general, specific: (result?.specific ?? null) as ConversationAnalysis['specific'] };
}

export function viewAnalytics({ result, updatedAt }: CallAnalysis): Static<typeof Analytics> | undefined {
  if (!result?.analytics) return undefined;
  const { matchScore, ...rest } = result.analytics;
  return { matchScore, updatedAt: updatedAt.toISOString(), ...rest };
}

export interface ShownAnalysis {
  readonly analysis?: ConversationAnalysis;
  readonly analytics?: Static<typeof Analytics>;
}

/** One that is over within this time is first seen when it is: a process that was just started takes seconds for its first. */
const MOMENT_MS = 10_000;

/** Who waits for an analysis wants its result; that it has begun is only reported when it takes long. */
const isShown = ({ status, result, createdAt }: CallAnalysis, now: Date): boolean =>
  result !== null || statusOf(status) === 'FAILED' || now.getTime() - createdAt.getTime() >= MOMENT_MS;

/** Of the latest call that has one. */
export function latestShown(
  attempts: readonly Pick<Attempt, 'id'>[],
  analyses: readonly CallAnalysis[],
  now: Date,
): CallAnalysis | undefined {
  const shown = analyses.filter((analysis) => isShown(analysis, now));
  return attempts
    .map(({ id }) => shown.find(({ attemptId }) => attemptId === id))
    .findLast((analysis) => analysis !== undefined);
}

/**
 * What a conversation shows: of its latest call that has an analysis. An agent with a flow of its own has analytics,
 * any other an analysis; what there is none of is absent.
 */
export function shownAnalysis(
  attempts: readonly Pick<Attempt, 'id'>[],
  analyses: readonly CallAnalysis[],
  corrections: readonly Correction[],
  now: Date,
): ShownAnalysis {
  const latest = latestShown(attempts, analyses, now);
  if (!latest) return {};
  if (!latest.isCustom) return { analysis: viewAnalysis(latest, latest.status) };
  const analytics = viewAnalytics(latest);
  return analytics ? { analytics: withCorrections(analytics, latest.attemptId, corrections) } : {};
}

/** The conversation that an event is about. */
interface Subject {
  readonly id: string;
  readonly contactId: string;
  readonly jobId: string | null;
  readonly runId: string | null;
}

const idsOf = ({ id, contactId, jobId, runId }: Subject, callAttemptId: string) => ({
  conversationId: id,
  contactId,
  jobId,
  runId,
  callAttemptId,
});

/** This call completed the conversation. */
export const completedEvent = (conversation: Subject, attemptId: string): NewEvent => ({
  type: 'conversation.completed',
  subjectId: conversation.id,
  data: { ...idsOf(conversation, attemptId), status: 'COMPLETED' },
});

type AnalysisData = Extract<NewEvent, { type: 'analysis.completed' }>['data'];

/** What an event tells of what was found out. */
function foundIn(analysis: CallAnalysis): Pick<AnalysisData, 'analysis' | 'analytics'> {
  const analytics = viewAnalytics(analysis);
  return {
    analysis: viewAnalysis(analysis, 'COMPLETED' as const),
    ...(analysis.isCustom && analytics ? { analytics } : {}),
  };
}

/** The result of a finished analysis. The PDF is added when the event is sent. */
export function analysisEvent(
  conversation: Subject & { readonly status: ConversationStatus },
  analysis: CallAnalysis,
  callAttempts: AnalysisData['callAttempts'],
  errorMessage: string,
): NewEvent {
  const about = { ...idsOf(conversation, analysis.attemptId), callAttempts, analysisPdfBase64: null };
  const subjectId = conversation.id;
  if (statusOf(analysis.status) === 'FAILED')
    return { type: 'analysis.failed', subjectId, data: { ...about, status: 'FAILED', errorMessage } };
  const { result } = analysis;
  return {
    type: 'analysis.completed',
    subjectId,
    data: { ...about, status: conversation.status, ...foundIn(analysis) },
    ...(result && {
      said: {
        attemptId: analysis.attemptId,
        without: foundIn({ ...analysis, result: countedResult(result) }),
      },
    }),
  };
}
