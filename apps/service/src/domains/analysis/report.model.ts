import type { CorrectionMark } from '@parley/contract/correction.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** All that stands in the report of a call: plain data, so that it can be handed to another thread. */
export interface ReportContent {
  /** The call's; the headings are written in it. */
  readonly language: Language;
  /** The company's; all times are shown in it. */
  readonly timeZone: string;
  readonly companyName: string;
  readonly contactName: string;
  readonly agentName: string;
  readonly jobTitle: string | null;
  /** ISO 8601. */
  readonly calledAt: string;
  readonly durationSeconds: number;
  readonly ending: ReportEnding;
  /** It stayed on the simulated network: nobody's telephone rang. */
  readonly isSimulated: boolean;
  readonly analysis: ReportAnalysis;
  readonly transcript: readonly ReportLine[];
}

/** Prints the report as a PDF. The same content gives the same bytes; content that it fails at is `Unprintable`. Companies
 * take turns. */
export type PrintReport = (
  companyId: string,
  content: ReportContent,
  signal?: AbortSignal,
) => Promise<Buffer>;

/** The printer failed at this content, not at its other work. */
export class Unprintable extends Error {
  override readonly name = 'Unprintable';
}

export const reportEndings = [
  'COMPLETED',
  'HUNG_UP',
  'CALLBACK_REQUESTED',
  'NOT_INTERESTED',
  'HANDED_OFF',
  'MAX_DURATION',
  'OPT_OUT',
  'VOICEMAIL',
] as const;
type ReportEnding = (typeof reportEndings)[number];

/** How a call ended, as a report says it; whatever has no words of its own was simply held. */
export const endingOf = (reasonCode: string | null): ReportEnding =>
  reportEndings.find((ending) => ending === reasonCode) ?? 'COMPLETED';

export interface ReportLine {
  readonly speaker: 'AI' | 'CONTACT';
  readonly text: string;
  /** Seconds since the call was answered. */
  readonly startTime: number;
  readonly endTime: number;
}

/** What of an analysis is printed: the analysis model's result is one. */
export interface ReportAnalysis {
  readonly general: {
    readonly overallRating: number | null;
    readonly scoringIncompleteReason: string | null;
    readonly companyFitRating: 'LOW' | 'MEDIUM' | 'HIGH' | null;
    readonly education: string | null;
    readonly experience: string | null;
    readonly strongPoints: readonly string[];
    readonly weakPoints: readonly string[];
    readonly evaluation: readonly string[];
  };
  readonly specific: {
    readonly pronunciationScores: {
      readonly accuracy: number;
      readonly fluency: number;
      readonly prosody: number;
    } | null;
    readonly grammar: TestedSkill | null;
    readonly vocabulary: TestedSkill | null;
    readonly pronunciationAssessment: string | null;
    readonly overallScore: number | null;
  } | null;
  readonly analytics: {
    readonly matchScore: number | null;
    readonly fields: readonly (Evidence & {
      readonly label: string;
      readonly value: unknown;
      readonly correction?: ReportCorrection;
    })[];
    readonly scoring: {
      readonly total: number;
      readonly items: readonly {
        readonly label: string;
        readonly score: number;
        readonly reasoning: string;
      }[];
    } | null;
    readonly outcomes: readonly (Evidence & {
      readonly label: string;
      readonly met: boolean;
      readonly unknown?: true;
      readonly correction?: ReportCorrection;
    })[];
    readonly tags: readonly {
      readonly label: string;
      readonly applied: boolean;
      readonly correction?: ReportCorrection;
    }[];
    readonly qa: readonly (Evidence & {
      readonly question: string;
      readonly answer: string | null;
      readonly correction?: ReportCorrection;
    })[];
    readonly evaluation: {
      readonly strengths: readonly string[];
      readonly concerns: readonly string[];
      readonly assessment: readonly string[];
    };
    readonly sentiment: { readonly overall: 'positive' | 'neutral' | 'negative' };
    readonly summary: string;
  } | null;
}

/** What somebody put in the place of what the analysis found. */
export type ReportCorrection = Pick<CorrectionMark, 'original' | 'by' | 'at'>;

interface TestedSkill {
  readonly level: string;
  readonly summary: string;
}

/** The contact's own words, and the second they began. */
export interface Evidence {
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

/** What a report says in its own words, in one language. */
export interface ReportWords {
  readonly title: string;
  readonly simulated: string;
  readonly agent: string;
  readonly contact: string;
  readonly job: string;
  readonly date: string;
  readonly duration: string;
  readonly outcome: string;
  readonly endings: Readonly<Record<ReportEnding, string>>;
  readonly rating: string;
  readonly summary: string;
  readonly strengths: string;
  readonly concerns: string;
  readonly corrected: string;
  readonly scores: string;
  readonly goals: string;
  readonly facts: string;
  readonly answers: string;
  readonly unanswered: string;
  readonly unknown: string;
  readonly education: string;
  readonly experience: string;
  readonly fit: string;
  readonly fits: Readonly<Record<'LOW' | 'MEDIUM' | 'HIGH', string>>;
  readonly mood: string;
  readonly moods: Readonly<Record<'positive' | 'neutral' | 'negative', string>>;
  readonly grammar: string;
  readonly vocabulary: string;
  readonly pronunciation: string;
  readonly accuracy: string;
  readonly fluency: string;
  readonly prosody: string;
  readonly course: string;
  readonly transcript: string;
  /** With the number after it, which spares every language its plurals. */
  readonly leftOut: string;
  readonly yes: string;
  readonly no: string;
}

export const reportWords = localeTables<ReportWords>('report');
