import { manners } from '@parley/simulator/everyday/everyday-behaviour.ts';
import type { Section } from '../../domains/agents/flow.model.ts';
import type { PlainEvaluationOrder } from '../compute-pool.ts';
import { panel } from './personas.ts';

/** What the contact says to the greeting and to the goodbye. */
const TURNS_BESIDE_QUESTIONS = 2;
/**
 * By rules, a turn takes a core so long, and longer with everything that the agent might say or ask. 150 questions of 1,200
 * characters: 1.6 ms measured, 2.3 ms estimated.
 */
const TURN_MS = 0.5;
const MS_PER_CHARACTER = 0.00001;
/**
 * How fast a language model answers is known only afterwards. This is faster than most, eight conversations at once, so that
 * every set of test cases that an agent may have is begun: what a slower model leaves no time for is reported as not run.
 */
const MODEL_TURN_MS = 160 / 8;

/** How many turns the conversations of a test are expected to have. */
export function expectedTurns({ agent, seeds = 1, testCases }: PlainEvaluationOrder): number {
  const conversations = (panel.length + manners.length) * seeds;
  return testCases === undefined
    ? conversations * (longestPath(agent.flow?.sections ?? []) + TURNS_BESIDE_QUESTIONS)
    : testCases.reduce((sum, testCase) => sum + testCase.turns.length + TURNS_BESIDE_QUESTIONS, 0);
}

/** What a test is expected to take of a thread: its conversations, their turns, and the size of what is read in each. */
export function expectedMs(
  order: PlainEvaluationOrder,
  { isByModel }: { readonly isByModel: boolean },
): number {
  const turns = expectedTurns(order);
  if (isByModel) return turns * MODEL_TURN_MS;
  const { agent } = order;
  const characters = JSON.stringify([agent.flow, agent.settings]).length;
  return turns * (TURN_MS + characters * MS_PER_CHARACTER);
}

/** So many questions can be asked in one call: it takes one branch of each decision. */
const longestPath = (sections: readonly Section[]): number =>
  sections.reduce((sum, section) => {
    if (section.type === 'looping') return sum + section.questions.length;
    if (section.type !== 'conditional') return sum;
    return sum + Math.max(0, ...section.branches.map((branch) => longestPath(branch.sections)));
  }, 0);
