import type { CallAnalysis } from '@parley/call-engine/analysis/analysis-model.ts';

/** Results that hold the same words wherever results can hold some. */
export const resultsQuoting = (said: string, found: CallAnalysis): CallAnalysis => {
  const quoted = { evidence: said, evidenceTime: 0, confidence: 1 };
  return {
    ...found,
    general: { ...found.general, overallRating: 70, strongPoints: [said] },
    analytics: found.analytics && {
      ...found.analytics,
      matchScore: 80,
      fields: [{ key: 'well', label: 'Well', type: 'string', value: 'Yes', ...quoted }],
      outcomes: [{ key: 'hired', label: 'Hired', met: true, reason: said, ...quoted }],
      tags: [{ key: 'sad', label: 'Sad', applied: true, reason: said }],
      summary: said,
    },
  };
};
