import type { CallFindings, TranscriptLine } from '../outcome.ts';
import type { CallPlan } from '../plan.ts';

/** Turns a finished call into its results. Implemented by rules and by a language model. */
export interface AnalysisModel {
  /** Rejects when it fails: the caller retries, and reports the failure in the end. */
  analyse(call: FinishedCall, signal: AbortSignal): Promise<CallAnalysis>;
}

/** The input of an analysis: the plan, the transcript, and what the call noted as it went. */
export interface FinishedCall {
  readonly plan: CallPlan;
  readonly findings: CallFindings;
  readonly transcript: readonly TranscriptLine[];
  /** "Next Monday" is relative to this. */
  readonly answeredAt: Date;
  readonly durationSeconds: number;
}

export interface CallAnalysis {
  readonly general: GeneralAnalysis;
  /** Only for a language test. */
  readonly specific: LanguageTestAnalysis | null;
  /** Only for an agent with its own flow. */
  readonly analytics: CallAnalytics | null;
}

export interface GeneralAnalysis {
  /** 0 to 100; null when nothing was said that could be rated. */
  readonly overallRating: number | null;
  /** Why the rating is missing or rests on a part of the call. */
  readonly scoringIncompleteReason: string | null;
  readonly companyFitRating: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  readonly education: string | null;
  readonly experience: string | null;
  readonly strongPoints: readonly string[];
  readonly weakPoints: readonly string[];
  readonly evaluation: readonly string[];
}

export interface LanguageTestAnalysis {
  /** Null when no audio was assessed. */
  readonly pronunciationScores: {
    readonly accuracy: number;
    readonly fluency: number;
    readonly prosody: number;
  } | null;
  readonly grammar: {
    readonly level: string;
    readonly meets_tested_level: boolean;
    readonly summary: string;
  } | null;
  readonly vocabulary: {
    readonly level: string;
    readonly meets_tested_level: boolean;
    readonly summary: string;
  } | null;
  readonly pronunciationAssessment: string | null;
  readonly overallScore: number | null;
}

export interface CallAnalytics {
  readonly matchScore: number | null;
  readonly fields: readonly ExtractedField[];
  /** Null when no question is scored. */
  readonly scoring: { readonly total: number; readonly items: readonly ScoredItem[] } | null;
  readonly outcomes: readonly JudgedOutcome[];
  readonly tags: readonly JudgedTag[];
  readonly qa: readonly AskedQuestion[];
  readonly evaluation: {
    readonly strengths: readonly string[];
    readonly concerns: readonly string[];
    readonly objections: readonly string[];
    readonly assessment: readonly string[];
  };
  readonly sentiment: {
    readonly overall: 'positive' | 'neutral' | 'negative';
    /** From -1 to 1. */
    readonly score: number;
    readonly trajectory: 'improving' | 'stable' | 'declining';
    readonly notes: string | null;
  };
  readonly summary: string;
}

/** Evidence is always the contact's own words, as they stand in the transcript. */
export interface ExtractedField {
  readonly key: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'bool' | 'date' | 'enum' | 'list';
  /** Null when the call does not say. */
  readonly value: string | number | boolean | readonly string[] | null;
  readonly confidence: number;
  readonly evidence: string | null;
  /** Start of the evidence, in seconds. */
  readonly evidenceTime: number | null;
}

export interface ScoredItem {
  readonly key: string;
  readonly kind: 'QUESTION';
  readonly label: string;
  /** 0 to 100. */
  readonly score: number;
  readonly weightPercent: number;
  readonly importance: 'REQUIRED' | 'HIGH' | 'MEDIUM' | 'LOW' | null;
  readonly reasoning: string;
}

export interface JudgedOutcome {
  readonly key: string;
  readonly label: string;
  readonly met: boolean;
  readonly confidence: number;
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
  /** The call does not tell: not met, without confidence or evidence. */
  readonly unknown?: true;
  /** What it rests on, or why it is not known. Absent in analyses of older versions. */
  readonly reason?: string;
}

export interface JudgedTag {
  readonly key: string;
  readonly label: string;
  readonly applied: boolean;
  readonly reason: string | null;
}

export interface AskedQuestion {
  readonly id: string;
  readonly question: string;
  readonly answered: boolean;
  readonly answer: string | null;
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}
