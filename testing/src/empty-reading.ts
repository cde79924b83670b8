import type { CallReading } from '@parley/call-engine/analysis/llm/call-reading.ts';

/** What a model returns that found nothing in a call. */
export const emptyReading: CallReading = {
  fields: [],
  outcomes: [],
  tags: [],
  answers: [],
  strengths: [],
  concerns: [],
  objections: [],
  assessment: [],
  education: null,
  experience: null,
  grammar: null,
  vocabulary: null,
  summary: [],
};
