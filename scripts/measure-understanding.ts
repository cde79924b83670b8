import { parseArgs } from 'node:util';
import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { type MeasuredDialogue, measureDialogue } from '@parley/testing/understanding/dialogue-measure.ts';
import type { Models } from '@parley/testing/understanding/measured-call.ts';
import { perfectDialogueModel } from '@parley/testing/understanding/perfect-model.ts';
import {
  intentsOf,
  readDialogues,
  readUtterances,
  type Setting,
} from '@parley/testing/understanding/understanding-set.ts';
import { type MeasuredUtterance, measureUtterance } from '@parley/testing/understanding/utterance-measure.ts';
import { openInstalledNetwork } from '@parley/understanding/installed-network.ts';
import { TrainedTurnReader } from '@parley/understanding/trained-turn-reader.ts';

/**
 * `npm run measure:understanding -- [--set held-out] [--language en|de] [--model rules|trained|network|perfect]
 * [--ids <regular expression>] [--as sentence|plain|opened|closed] [--verbose]`: how much of what people say is understood, by
 * the rules, with the trained reading as calls use it or with its network, or with a language model that always reads rightly.
 * Every utterance and dialogue is a whole call of an agent, with its analysis. Only totals are printed, because whoever reads
 * single entries of the held-out set tunes on it; `--verbose` is for other sets.
 */

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'held-out' },
    language: { type: 'string' },
    model: { type: 'string', default: 'rules' },
    ids: { type: 'string', default: '' },
    as: { type: 'string', default: 'written' },
    verbose: { type: 'boolean', default: false },
  },
});

if (!['rules', 'trained', 'network', 'perfect'].includes(values.model))
  throw new Error(`--model is rules, trained, network or perfect, not ${values.model}`);

/** Other ways to say the same, so that what was tuned on the words of a set shows. */
const ways: Readonly<Record<string, (say: string) => string>> = {
  written: (say) => say,
  /** As speech to text without capitals and punctuation writes it. */
  plain: (say) => say.toLowerCase().replaceAll(/[,;:!?…]+|\.(?=\s|$)/g, ''),
  /** A sentence with a full stop. */
  sentence: (say) =>
    `${say.charAt(0).toUpperCase()}${say.slice(1).replace(/[.]+$/, '')}${/[?!.]$/.test(say) ? '' : '.'}`,
  opened: (say) => `Oh, well, ${say}`,
  closed: (say) => `${say.replace(/[.]+$/, '')}, to be honest.`,
};
const said = wayOf(values.as);

function wayOf(name: string): (say: string) => string {
  const way = ways[name];
  if (way === undefined) throw new Error(`--as is one of ${Object.keys(ways).join(', ')}, not ${name}`);
  return way;
}

const isMeasured = ({ id }: { readonly id: string }): boolean => new RegExp(values.ids).test(id);

const turnReader = openReader(values.model);

const modelsIn = ({ now }: Setting): Models => ({
  dialogueModel: rulesDialogueModel(turnReader && { turnReader }),
  analysisModel: rulesAnalysisModel(),
  ...(values.model === 'perfect' && {
    toldModel: (plan, meant) => perfectDialogueModel(plan, new Date(now).toISOString(), meant),
  }),
});
for (const language of values.language === undefined ? ['en', 'de'] : [values.language.toLowerCase()])
  await measure(language);
await turnReader?.close();

function openReader(model: string): TrainedTurnReader | undefined {
  if (model === 'trained') return new TrainedTurnReader();
  if (model !== 'network') return undefined;
  const onFailure = (error: Error) =>
    console.error(`The neural network failed, so only the word model is used: ${error.message}`);
  return new TrainedTurnReader({ openNetwork: openInstalledNetwork, onFailure, deadlineMs: 600_000 });
}

async function measure(language: string): Promise<void> {
  const utterances = await readUtterances(values.set, language);
  const heard: MeasuredUtterance[] = [];
  for (const utterance of utterances.utterances.filter(isMeasured))
    heard.push(
      await measureUtterance(modelsIn(utterances), utterances, { ...utterance, say: said(utterance.say) }),
    );
  const dialogues = await readDialogues(values.set, language);
  const held: MeasuredDialogue[] = [];
  for (const dialogue of dialogues.dialogues.filter(isMeasured))
    held.push(await measureDialogue(modelsIn(dialogues), dialogues, dialogue));

  console.log(`${values.set}, ${language.toUpperCase()}, ${values.model}`);
  print('Utterances right', heard);
  console.log(`  Wrong values noted: ${heard.filter(({ isMisrecorded }) => isMisrecorded).length}`);
  const wishes = heard.filter(({ utterance }) => intentsOf(utterance).includes('never_call'));
  const lookAlikes = heard.filter(({ utterance }) => utterance.lookAlike);
  const missed = wishes.filter(({ isOptOut }) => !isOptOut).length;
  const taken = lookAlikes.filter(({ isOptOut }) => isOptOut).length;
  const wrongly = heard.filter((one) => one.isOptOut && !wishes.includes(one)).length;
  console.log(`  Do-not-call requests missed: ${missed} of ${wishes.length}`);
  console.log(`  Similar phrases taken for one: ${taken} of ${lookAlikes.length}`);
  console.log(`  Opted out without a request: ${wrongly} of ${heard.length - wishes.length}`);
  const well = held.filter(({ problems }) => problems.length === 0).length;
  console.log(`  Dialogues right: ${well} of ${held.length} (${percent(well, held.length)})`);
  const verdicts = held.flatMap(({ problems }) => problems).filter((one) => one.includes('the outcome '));
  const madeUp = verdicts.filter((one) => one.includes(' is met instead')).length;
  console.log(`  Outcomes: ${verdicts.length} wrong, of these ${madeUp} met without evidence`);
  breakDown('By intent', heard, ({ utterance }) => intentsOf(utterance)[0] ?? '');
  breakDown('By answer type', heard, ({ type }) => type);
  if (values.verbose) showWrong(heard, held);
}

function breakDown(
  title: string,
  all: readonly MeasuredUtterance[],
  keyOf: (one: MeasuredUtterance) => string,
): void {
  console.log(`  ${title}`);
  for (const [key, some] of Map.groupBy(all, keyOf)) print(`  ${key.padEnd(16)}`, some);
}

function print(title: string, some: readonly MeasuredUtterance[]): void {
  const right = some.filter(({ isRight }) => isRight).length;
  console.log(`  ${title}: ${right} of ${some.length} (${percent(right, some.length)})`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}

function showWrong(heard: readonly MeasuredUtterance[], held: readonly MeasuredDialogue[]): void {
  for (const { utterance, concluded } of heard.filter(({ isRight }) => !isRight)) {
    console.log(`\n${utterance.id} (${utterance.question}): ${utterance.say}`);
    console.log(`  expected ${JSON.stringify(utterance.expect)}\n  concluded ${concluded}`);
  }
  for (const { dialogue, problems } of held.filter((one) => one.problems.length > 0)) {
    console.log(`\n${dialogue.id}: ${dialogue.about}`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
}
