import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { expect, test } from 'vitest';
import { evaluateAgent } from '../../workflows/evaluate-agent.ts';
import { draftedAgent } from '../../workflows/evaluation/agent-under-test.ts';
import { evaluationPage } from './evaluation-page.ts';
import { terminalReport } from './terminal-report.ts';

const evaluate = (over: object) =>
  evaluateAgent({
    ...draftedAgent({
      name: 'Tea & <b>biscuits</b>',
      flow: {
        firstMessage: { type: 'first_message', text: 'Hello, I am an AI.' },
        sections: [
          { type: 'looping', questions: [{ question: 'Do you like <i>tea</i>?', key: 'tea' }] },
          {
            type: 'conditional',
            title: 'Further',
            branches: [
              {
                name: 'With a job',
                condition: { type: 'expression', field: 'job.title', operator: 'EXISTS' },
                sections: [],
              },
            ],
          },
        ],
      },
      ...over,
    }),
    dialogueModel: rulesDialogueModel(),
    seeds: 1,
    now: new Date('2026-03-02T09:00:00Z'),
    stopwatch: () => 0,
  });
const right = await evaluate({});
const wrong = await evaluate({ guardrails: { forbiddenTopics: ['tea'] } });

test('the HTML report of an evaluation is self-contained and escapes all text', () => {
  const page = evaluationPage(right);
  expect(page).toContain('Tea &amp; &lt;b&gt;biscuits&lt;/b&gt;');
  expect(page).toContain('Do you like &lt;i&gt;tea&lt;/i&gt;?');
  expect(page).not.toMatch(/<script|https?:\/\/|<link|<img|url\(/);
});

test('the HTML report of an evaluation links each problem to its transcript, which is expanded', () => {
  const page = evaluationPage(wrong);
  expect(page).toContain('The agent talked about a forbidden topic');
  const [, target] = /<a href="#(person-\d{4}-\d)"/.exec(page) ?? [];
  expect(page).toContain(`<details id="${target}" open>`);
});

test('the HTML report of an evaluation without problems has all transcripts collapsed', () => {
  expect(evaluationPage(right)).not.toMatch(/<details[^>]* open/);
});

test('the terminal report of an evaluation has a summary, the flow coverage and the personas', () => {
  const lines = terminalReport(right, (_, text) => text);
  expect(lines).toContain('  Outcomes   18 of 18 conversations ended as they should');
  expect(lines).toContain('  Coverage   5 of 6 steps of the flow (83 %)');
  expect(lines.find((line) => line.includes('With a job'))).toMatch(/^ +never {4}if With a job/);
  expect(lines.filter((line) => line.startsWith('  ✓ …'))).toHaveLength(18);
  expect(lines).toContain('  No call reached a part of the flow: branch: With a job');
  expect(lines.find((line) => line.startsWith('Everyday personas: '))).toMatch(
    /\d+ of 9 calls without a fault/,
  );
});

test('both reports of an evaluation show failed test cases with their unmet expectations and call path', async () => {
  const testCase = (name: string, value: boolean) => ({
    name,
    turns: ['Hello.', 'Yes, I do.'],
    expect: { values: { tea: value }, ending: 'finished' },
  });
  const evaluation = await evaluate({
    testCases: [testCase('Likes tea', true), testCase('Hates tea', false)],
  });
  expect(evaluation.isRight).toBe(false);
  const lines = terminalReport(evaluation, (_, text) => text);
  expect(lines).toContain('Test cases: 1 of 2 pass');
  expect(lines).toContain('  ✓ Likes tea');
  expect(lines).toContain('      value tea: expected false, actual true');
  expect(lines).toContain(
    '      First message → Questions → Do you like <i>tea</i>? → Further → Last message',
  );
  expect(evaluationPage(evaluation)).toContain('<b>value tea</b> expected false, actual true');
});

test('the terminal report of an evaluation says what failed and where', () => {
  const lines = terminalReport(wrong, (_, text) => text);
  expect(lines.find((line) => line.startsWith('  Rules'))).toMatch(/broken \d+ times$/);
  expect(lines).toContain('  The agent talked about a forbidden topic');
  expect(lines).toContain('    …0000, seed 1, call 1: tea: “Do you like <i>tea</i>?”');
});
