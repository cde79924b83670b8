import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { asks, question } from '@parley/testing/corpus/flows.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { rulesAnalysisModel } from '../rules.ts';

const dear = 'The contact says that the price is too high or that it is too expensive.';
const broken = 'The contact says that the app does not work.';

test.each([
  [dear, 'It has become too expensive for me.', true],
  [dear, 'The price is too high.', true],
  [dear, 'No, it is not too expensive.', false],
  [dear, 'The price is not too high.', false],
  [dear, 'Your service was slow.', false],
  ['The contact talks about the price.', 'The price is not too high.', true],
  [broken, 'The app does not work.', true],
  [broken, 'The app works.', false],
])('a tag for "%s" after "%s" is applied: %s', async (description, said, isApplied) => {
  const plan = scriptedPlan([asks(question('reason', 'What is the main reason?', ''))], {
    analysis: { extractionTargets: [], outcomes: [], tags: [{ key: 'tag', label: 'Tag', description }] },
  });
  const call = await conductedCall(plan, ['Hello', said]);
  const { analytics } = await rulesAnalysisModel().analyse(call, new AbortController().signal);
  expect(analytics?.tags[0]?.applied).toBe(isApplied);
});
