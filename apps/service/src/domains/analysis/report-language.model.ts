import type { Language } from '@parley/language/language.ts';
import { asianReportWords } from './asian-report-words.model.ts';
import { easternReportWords } from './eastern-report-words.model.ts';
import { germanicReportWords } from './germanic-report-words.model.ts';
import { northernReportWords } from './northern-report-words.model.ts';
import type { ReportWords } from './report-words.model.ts';
import { romanceReportWords } from './romance-report-words.model.ts';
import { slavicReportWords } from './slavic-report-words.model.ts';

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  ...germanicReportWords,
  ...romanceReportWords,
  ...slavicReportWords,
  ...easternReportWords,
  ...northernReportWords,
  ...asianReportWords,
};
