import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { expect, test } from 'vitest';
import { measureDialogue } from '../src/understanding/dialogue-measure.ts';
import { readDialogues } from '../src/understanding/understanding-set.ts';

const models = { dialogueModel: rulesDialogueModel(), analysisModel: rulesAnalysisModel() };

/** Dialogues that were wrong once, by what they were wrong for. */
const fixed: readonly [promise: string, language: 'en' | 'de', ids: readonly string[]][] = [
  [
    'years at one workplace answer only the question that asks for them',
    'en',
    ['en-03', 'en-04', 'en-08', 'en-14', 'en-20'],
  ],
  ['a request that is taken back does not end the call', 'en', ['en-10', 'en-11', 'en-18']],
  ['a request that is taken back does not end the call', 'de', ['de-14']],
  [
    'a remark about an earlier question corrects that answer alone',
    'en',
    ['en-01', 'en-05', 'en-28', 'en-34'],
  ],
  ['"nights don\'t bother me" is not a do-not-call request', 'en', ['en-02']],
  ['a day named in passing answers no question', 'en', ['en-21']],
  ['a phone number can be dictated in pieces and corrected at its end', 'en', ['en-23', 'en-24']],
  ['a phone number can be dictated in pieces', 'de', ['de-17']],
];

const each = fixed.flatMap(([promise, language, ids]) => ids.map((id) => [promise, language, id] as const));

test.each(each)('%s (%s, %s)', async (_, language, wanted) => {
  const file = await readDialogues('understanding-talk', language);
  const dialogue = file.dialogues.find(({ id }) => id === wanted);
  if (dialogue === undefined) throw new Error(`There is no dialogue ${wanted}`);
  expect((await measureDialogue(models, file, dialogue)).problems).toEqual([]);
});
