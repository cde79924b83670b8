import { TimeZones } from '../../kernel/local-time.ts';
import type { Analyst, CallAnalysis, FinishedCall } from './analyst.ts';
import { analyticsOf } from './rules/analytics.ts';
import { generalOf } from './rules/general.ts';
import { heardAnswers } from './rules/heard-answer.ts';
import { languageTestOf } from './rules/spoken-level.ts';
import { talkOf } from './rules/talk.ts';

/**
 * The embedded analyst: rules and tables, no model, no network. It reads the call with the understanding of the
 * embedded brain, so the same call always gives the same findings, and each says what it rests on.
 */
export function makeRulesAnalyst(): Analyst {
  const zones = new TimeZones();
  return {
    analyse: async (call, signal) => {
      signal.throwIfAborted();
      return analysisOf(call, zones);
    },
  };
}

function analysisOf(call: FinishedCall, zones: TimeZones): CallAnalysis {
  const talk = talkOf(call, zones);
  const answers = heardAnswers(talk);
  const { focus } = call.plan;
  const analytics = focus === null ? analyticsOf(answers, talk) : null;
  const specific = focus === 'LANGUAGE_TEST' ? languageTestOf(talk) : null;
  return { general: generalOf(answers, { analytics, specific }, talk), specific, analytics };
}
