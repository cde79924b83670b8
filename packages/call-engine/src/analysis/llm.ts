import type { ReplyingModel } from '../llm/model-report.ts';
import type { AnalysisModel, FinishedCall } from './analysis-model.ts';
import { scoredAnswers } from './llm/answer-score.ts';
import { CallReading } from './llm/call-reading.ts';
import { CallCheck } from './llm/checked-analysis.ts';
import { analysisPrompt } from './llm/prompt.ts';
import { isMachineOrder } from './verdict/machine-order.ts';

interface LlmAnalysisModelOptions {
  readonly model: ReplyingModel;
  readonly deadlineMs: number;
  /** Used for what the model leaves out, and for what is known without it. */
  readonly rules: AnalysisModel;
}

const MOST_TOKENS = 6_000;

/**
 * Analyses a call with a language model. A claim counts only if the contact's own words support it; a call with a
 * prompt injection is analysed by the rules alone. One request reads the call; each answer that needs a reader is
 * scored in a small one of its own, at the same time.
 */
export const llmAnalysisModel = ({ model, deadlineMs, rules }: LlmAnalysisModelOptions): AnalysisModel => ({
  analyse: async (call, signal) => {
    const byRules = await rules.analyse(call, signal);
    if (hasNothingToRead(call) || isOrdered(call)) return byRules;
    const check = new CallCheck(call, byRules);
    const prompt = analysisPrompt(call, byRules);
    const limits = { deadlineMs, signal };
    const [{ value }, scores] = await Promise.all([
      model.reply(prompt, CallReading, { ...limits, maxOutputTokens: MOST_TOKENS }),
      scoredAnswers(check.freeAnswers(), call.plan.language, model, limits),
    ]);
    return check.analysis(value, scores);
  },
});

const theirWords = ({ transcript }: FinishedCall): string[] =>
  transcript.filter(({ speaker, text }) => speaker === 'CONTACT' && text !== '').map(({ text }) => text);

const hasNothingToRead = (call: FinishedCall): boolean => theirWords(call).length === 0;

const isOrdered = (call: FinishedCall): boolean =>
  theirWords(call).some((text) => isMachineOrder(text, call.plan.language));
