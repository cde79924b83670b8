import { isOrder } from '../brain/rules/off-topic.ts';
import { speechOf } from '../brain/rules/speech.ts';
import { ModelFailure } from '../model/language-model.ts';
import type { ReplyingModel } from '../model/model-report.ts';
import type { Analyst, FinishedCall } from './analyst.ts';
import { CallReading } from './language-model/call-reading.ts';
import { checkedAnalysis } from './language-model/checked-analysis.ts';
import { analysisPrompt } from './language-model/prompt.ts';

interface LanguageModelAnalystOptions {
  readonly model: ReplyingModel;
  readonly deadlineMs: number;
  /** For what the model does not give, and for what is known without it. */
  readonly rules: Analyst;
}

const MOST_TOKENS = 6_000;

/**
 * The analyst that asks a language model. It believes what the contact's own words bear out and nothing else; a call
 * in which somebody spoke to the machine to be judged better is judged by the rules alone.
 */
export const languageModelAnalyst = ({ model, deadlineMs, rules }: LanguageModelAnalystOptions): Analyst => ({
  analyse: async (call, signal) => {
    const byRules = await rules.analyse(call, signal);
    if (hasNothingToRead(call) || isOrdered(call)) return byRules;
    const limits = { deadlineMs, maxOutputTokens: MOST_TOKENS, signal };
    const { value } = await model.reply(analysisPrompt(call, byRules), CallReading, limits);
    return checkedAnalysis(value, call, byRules);
  },
});

/** For the last try: where the analyst fails, what the rules find stands, and why they were needed is told. */
export const withFallback = (analyst: Analyst, rules: Analyst, onUse: (why: string) => void): Analyst => ({
  analyse: async (call, signal) => {
    try {
      return await analyst.analyse(call, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The kind alone: what a vendor says may repeat what it was sent.
      onUse(error instanceof ModelFailure ? error.kind : 'failed');
      return rules.analyse(call, signal);
    }
  },
});

const theirWords = ({ transcript }: FinishedCall): string[] =>
  transcript.filter(({ speaker, text }) => speaker === 'CONTACT' && text !== '').map(({ text }) => text);

const hasNothingToRead = (call: FinishedCall): boolean => theirWords(call).length === 0;

const isOrdered = (call: FinishedCall): boolean => theirWords(call).some((text) => isOrder(speechOf(text)));
