import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Language } from '@parley/language/language.ts';
import type { AnalysisModel, CallAnalysis } from './analysis-model.ts';
import { analyticsOf } from './rules/analytics.ts';
import { generalOf } from './rules/general.ts';
import { heardAnswers } from './rules/heard-answer.ts';
import { languageTestOf } from './rules/spoken-level.ts';
import { type Talk, talkOf } from './rules/talk.ts';
import { Wording } from './rules/wording.ts';

/**
 * Analyses a call with rules and tables: no language model, no network. It understands the transcript as the rules
 * dialogue model does, so the same call always gives the same results, each with its evidence.
 */
export function rulesAnalysisModel(): AnalysisModel {
  const zones = new TimeZones();
  const wordings = new Map<Language, Wording>();
  const wordingIn = (language: Language): Wording => {
    const wording = wordings.get(language) ?? new Wording(language);
    wordings.set(language, wording);
    return wording;
  };
  return {
    analyse: async (call, signal) => {
      signal.throwIfAborted();
      return analysisOf(talkOf(call, zones, wordingIn(call.plan.language)));
    },
  };
}

function analysisOf(talk: Talk): CallAnalysis {
  const answers = heardAnswers(talk);
  const { focus } = talk.plan;
  const analytics = focus === null ? analyticsOf(answers, talk) : null;
  const specific = focus === 'LANGUAGE_TEST' ? languageTestOf(talk) : null;
  return { general: generalOf(answers, { analytics, specific }, talk), specific, analytics };
}
