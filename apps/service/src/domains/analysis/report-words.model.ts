import { localeTables } from '@parley/language/locale.ts';
import type { ReportEnding } from './report.model.ts';

/** What a report says in its own words, in one language. */
export interface ReportWords {
  readonly title: string;
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
  readonly scores: string;
  readonly goals: string;
  readonly facts: string;
  readonly answers: string;
  readonly unanswered: string;
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
