import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { expect, test } from 'vitest';
import { agentTemplates } from '../domains/agents/agent-template.model.ts';
import { evaluateAgent } from './evaluate-agent.ts';
import { draftedAgent } from './evaluation/agent-under-test.ts';

test.each(agentTemplates)(
  'the template $name handles every persona and covers its whole flow',
  async ({ agent }) => {
    const evaluation = await evaluateAgent({
      ...draftedAgent(agent),
      dialogueModel: rulesDialogueModel(),
      now: new Date('2026-03-02T09:00:00Z'),
      stopwatch: () => 0,
    });
    const wrong = evaluation.people.filter(({ isRight }) => !isRight);
    expect([wrong.map(({ who }) => who), evaluation.flowFaults]).toEqual([[], []]);
    expect(evaluation.isRight).toBe(true);
  },
);
