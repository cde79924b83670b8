import type { AnalysisModel } from '@parley/call-engine/analysis/analysis-model.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import { compilePlan } from '@parley/service/domains/agents/call-plan.model.ts';
import { CallInputsReader } from '@parley/service/domains/conversations/call-inputs.actions.ts';
import { claimDue } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { settle } from '@parley/service/domains/conversations/settlement.actions.ts';
import type { Everywhere, Scope } from '@parley/service/storage/scope.ts';
import { type AnalysisServices, CallAnalyser } from '@parley/service/workflows/analyse-calls.ts';
import { workerId } from './calling-company.ts';
import { scriptedAnalysisModel } from './scripted-analysis-model.ts';

const findings: CallFindings = {
  outcome: { kind: 'finished' },
  answers: [],
  hasAnswered: true,
  openQuestions: [],
  message: null,
  branches: [],
};

/** Dials the conversation's call, which is due, and ends it as one that went well; answers its id. */
export async function completeCall(everywhere: Everywhere, scope: Scope, conversationId: string) {
  const claimed = await claimDue(everywhere, workerId, 10);
  const call = claimed.find((attempt) => attempt.conversationId === conversationId);
  if (!call) throw new Error('The call was not due');
  const inputs = (await new CallInputsReader().of(scope, conversationId))?.inputs;
  if (!inputs) throw new Error('There is no such conversation');
  const [line, other] = [
    { startTime: 0, endTime: 1.5, language: 'en' },
    { startTime: 2, endTime: 3, language: 'en' },
  ];
  await settle(everywhere, {
    ...call,
    workerId,
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 20,
    transcript: [
      { speaker: 'AI', text: 'Are you well?', ...line },
      { speaker: 'CONTACT', text: 'Very well.', ...other },
    ],
    findings,
    journal: { part: 0, entries: [{ kind: 'plan', plan: compilePlan(inputs) }] },
  });
  return call.attemptId;
}

type RoomOptions = Partial<AnalysisServices> & { readonly analysisModel?: AnalysisModel };

export function analysisServices(
  everywhere: Everywhere,
  { analysisModel = scriptedAnalysisModel(), ...more }: RoomOptions = {},
): AnalysisServices {
  return {
    everywhere,
    analysisModelOf: async () => analysisModel,
    atOnce: 200,
    patienceMs: 10_000,
    onError: (error) => {
      throw error;
    },
    ...more,
  };
}

/** Nothing is analysed but by its `analyseDue`. */
export const analyserOf = (everywhere: Everywhere, more: RoomOptions = {}): CallAnalyser =>
  new CallAnalyser(analysisServices(everywhere, more));
