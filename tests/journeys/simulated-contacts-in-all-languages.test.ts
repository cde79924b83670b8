import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import { type CallResult, liveCall } from '@parley/call-engine/live-call.ts';
import type { CallOutcome } from '@parley/call-engine/outcome.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';
import { planKnowledge } from '@parley/call-engine/plan-knowledge.ts';
import { replay } from '@parley/call-engine/replay.ts';
import { type Language, languages } from '@parley/language/language.ts';
import { phrasesIn } from '@parley/service/domains/agents/focus-flow.model.ts';
import { phrasesOf } from '@parley/simulator/contact-words.ts';
import { simulatedLine } from '@parley/simulator/simulated-line.ts';
import { orderFor, planFor } from '@parley/testing/scripted-agent.ts';
import { describe, expect, test } from 'vitest';

/** A Monday at eleven in Prague, where the contact lives. */
const now = new Date('2026-11-16T10:00:00Z');
const dialogueModel = rulesDialogueModel();

/** A short interview in the words that a new agent of that language is given. */
function interviewIn(language: Language): CallPlan {
  const { greeting, goodbye, interest, start, salary, introduce, quality } = phrasesIn(language);
  const filled = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, 'Ada');
  const questions = [interest, start, salary, introduce, quality].map((text, at) => ({
    id: `question ${at}`,
    text: filled(text),
  }));
  return planFor({
    language,
    firstMessage: { id: 'first', text: filled(greeting) },
    sections: [{ id: 'interview', type: 'looping', questions }],
    lastMessage: { id: 'last', text: filled(goodbye) },
  });
}

async function callTo(
  ending: string,
  plan: CallPlan,
): Promise<{ result: CallResult; journal: JournalEntry[] }> {
  const journal: JournalEntry[] = [];
  const result = await liveCall({
    line: simulatedLine({ speed: 1e9, seed: 1 }),
    order: orderFor({ to: `+1500555${ending}`, plan }),
    plan,
    dialogueModel,
    knowledge: planKnowledge(plan),
    now: () => now,
    seed: 1,
    keep: (entry) => journal.push(entry),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return { result, journal };
}

const answeredAll = (result: CallResult): boolean =>
  result.kind === 'answered' && result.findings.answers.every(({ value }) => value !== undefined);

interface Person {
  readonly who: string;
  readonly outcome: CallOutcome['kind'];
  /** What else has to come of it. */
  readonly also?: (result: CallResult, plan: CallPlan) => boolean;
}

const people: Readonly<Record<string, Person>> = {
  '0000': { who: 'a helpful person answers everything', outcome: 'finished', also: answeredAll },
  '0004': { who: 'a contact who is not interested is not pressed', outcome: 'not_interested' },
  '0005': {
    who: 'a contact who asks for tomorrow at three gets a callback then',
    outcome: 'callback',
    also: (result) =>
      result.kind === 'answered' &&
      result.findings.outcome.kind === 'callback' &&
      result.findings.outcome.at === '2026-11-17T14:00:00.000Z',
  },
  '0007': {
    who: 'a contact who asks for a human leaves a message',
    outcome: 'message_taken',
    also: (result) => result.kind === 'answered' && (result.findings.message ?? '') !== '',
  },
  '0013': { who: 'a contact who never wants to be called again is opted out', outcome: 'opt_out' },
  '0014': {
    who: 'a contact who asks who is calling gets an answer, and answers everything',
    outcome: 'finished',
    also: (result, plan) => answeredAll(result) && !isLeftOpen(whoIsThis(plan), result),
  },
  '0015': {
    who: 'a contact who tries prompt injection is led back, and answers everything',
    outcome: 'finished',
    also: answeredAll,
  },
  '0017': {
    who: 'a contact who thinks aloud gets time, and answers everything',
    outcome: 'finished',
    also: answeredAll,
  },
};

/** What curious people ask first, and the plan always answers. */
const whoIsThis = ({ language }: CallPlan): string => phrasesOf(language).curious[0];

const isLeftOpen = (question: string, result: CallResult): boolean =>
  result.kind === 'answered' && result.findings.openQuestions.some((open) => question.includes(open));

describe.each(languages)('calls to simulated contacts in %s', (language) => {
  const plan = interviewIn(language);
  test.each(Object.entries(people))('simulated contact %s: $who', async (ending, { outcome, also }) => {
    const { result, journal } = await callTo(ending, plan);
    expect(result).toMatchObject({ kind: 'answered', findings: { outcome: { kind: outcome } } });
    expect(also?.(result, plan) ?? true).toBe(true);
    expect(await replay(journal, plan)).toEqual({ kind: 'same' });
  });
});
