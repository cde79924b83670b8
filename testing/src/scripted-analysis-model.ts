import type {
  AnalysisModel,
  CallAnalysis,
  FinishedCall,
} from '@parley/call-engine/analysis/analysis-model.ts';

export const generalNothing: CallAnalysis['general'] = {
  overallRating: null,
  scoringIncompleteReason: null,
  companyFitRating: null,
  education: null,
  experience: null,
  strongPoints: [],
  weakPoints: [],
  evaluation: [],
};

/** An analysis without any results, for either kind of agent. */
export const foundNothing = ({ plan }: Pick<FinishedCall, 'plan'>): CallAnalysis => ({
  general: generalNothing,
  specific: null,
  analytics:
    plan.focus === null
      ? {
          matchScore: null,
          fields: [],
          scoring: null,
          outcomes: [],
          tags: [],
          qa: [],
          evaluation: { strengths: [], concerns: [], objections: [], assessment: [] },
          sentiment: { overall: 'neutral', score: 0, trajectory: 'stable', notes: null },
          summary: 'The call took place.',
        }
      : null,
});

/** Returns what its script says, and keeps the calls it got. */
export function scriptedAnalysisModel(
  script: (call: FinishedCall, signal: AbortSignal) => CallAnalysis | Promise<CallAnalysis> = foundNothing,
): AnalysisModel & { readonly shown: readonly FinishedCall[] } {
  const shown: FinishedCall[] = [];
  return {
    shown,
    async analyse(call, signal) {
      shown.push(call);
      return script(call, signal);
    },
  };
}
