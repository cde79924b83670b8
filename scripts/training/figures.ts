import { WANTS } from '@parley/understanding/labels.ts';
import type { TurnReading } from '@parley/understanding/turn-reader.ts';
import type { Example } from './corpus.ts';
import {
  answerOf,
  type Judged,
  macroF1,
  percent,
  possibleScore,
  precisionOf,
  recallOf,
  sureScore,
  topRight,
  yesNoScore,
} from './metrics.ts';

/** What the model card says about one part of the corpus. */
export function figuresOf(title: string, judged: readonly Judged[]): string {
  const sure = sureScore(judged, 'never_call');
  const possible = possibleScore(judged, 'never_call');
  const yesNo = yesNoScore(judged);
  const [yes, no, neither] = (['yes', 'no', 'neither'] as const).map((only) => {
    const { right, examples } = yesNoScore(judged, only);
    return percent(right / Math.max(1, examples));
  });
  const others = judged.length - sure.examples - sure.lookAlikes;
  const lines = [
    `${judged.length} examples; macro-F1 of the wishes ${macroF1(judged).toFixed(3)}; the most probable wish is right in ${percent(topRight(judged))}.`,
    `Do-not-call wishes, sure: ${sure.found} of ${sure.examples} (${percent(recallOf(sure))}); look-alikes taken for one: ${sure.lookAlikesTaken} of ${sure.lookAlikes} (${percent(sure.lookAlikesTaken / Math.max(1, sure.lookAlikes))}); wrong in ${others} other examples: ${sure.wrong - sure.lookAlikesTaken}; precision ${percent(precisionOf(sure))}.`,
    `Do-not-call wishes, at least possible: ${possible.found} of ${possible.examples} (${percent(recallOf(possible))}); look-alikes among them: ${possible.lookAlikesTaken} of ${possible.lookAlikes}; other examples: ${possible.wrong - possible.lookAlikesTaken} of ${others}.`,
    `Yes, no or neither: right in ${percent(yesNo.right / Math.max(1, yesNo.examples))} of ${yesNo.examples} (yes ${yes}, no ${no}, neither ${neither}); yes and no exchanged: ${yesNo.inverted}.`,
  ];
  return [`### ${title}`, lines.map((line) => `- ${line}`).join('\n'), tableOf(judged)].join('\n\n');
}

/** One line, read by the words, and by the network too if they left yes or no open. */
export interface JudgedTwice {
  readonly example: Example;
  readonly byWords: TurnReading;
  readonly byNetwork?: TurnReading;
}

/** What the network adds to the words. */
export function yesNoFigures(
  parts: readonly (readonly [title: string, judged: readonly JudgedTwice[]])[],
): string {
  const rows = parts.map(([title, judged]) => {
    const asked = judged.filter(({ example }) => example.question !== '');
    const open = asked.flatMap(({ example, byNetwork }) =>
      byNetwork === undefined ? [] : [{ example, read: byNetwork }],
    );
    const words = asked.map(({ example, byWords }) => ({ example, read: byWords }));
    return `| ${title} | ${decided(words)} | ${open.length} of ${judged.length} (${percent(open.length / judged.length)}) | ${decided(open)} |`;
  });
  return [
    '### Yes and no with the network',
    'The network reads a line where the question is one of yes or no and the words leave it open.',
    [
      '| Part | Decided by the words, right | Lines that the network reads | Decided by it, right |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n'),
  ].join('\n\n');
}

function decided(judged: readonly Judged[]): string {
  const said = judged.filter(({ read }) => read.saysYesOrNo);
  const right = said.filter(({ example, read }) => answerOf(read) === example.yesNo).length;
  return `${said.length}, ${right} (${percent(right / Math.max(1, said.length))})`;
}

function tableOf(judged: readonly Judged[]): string {
  const rows = WANTS.map((want) => {
    const sure = sureScore(judged, want);
    const taken = sure.lookAlikes === 0 ? '' : `${sure.lookAlikesTaken} of ${sure.lookAlikes}`;
    const possible = possibleScore(judged, want);
    return `| \`${want}\` | ${sure.found} of ${sure.examples} | ${percent(recallOf(sure))} | ${percent(precisionOf(sure))} | ${percent(recallOf(possible))} | ${taken} |`;
  });
  return [
    '| Wish | Sure | Recall | Precision | Recall of possible | Look-alikes taken for it |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Lists what is read wrongly about one wish, about `yes_no`, or about `all` wishes. */
export function errorsOf(judged: readonly Judged[], about: string): string[] {
  return judged.flatMap(({ example, read }) => {
    const { say, question, wants, yesNo } = example;
    const words = `${say}   [${question}]`;
    const errors: string[] = [];
    if (about === 'yes_no' && question !== '' && answerOf(read) !== yesNo)
      errors.push(`${yesNo} ≠ ${answerOf(read)} ${read.polarity[yesNo].toFixed(2)}: ${words}`);
    for (const want of WANTS) {
      const { score, level } = read.wishes[want];
      if ((want === about || about === 'all') && (level === 'sure') !== wants.includes(want))
        errors.push(
          `${level === 'sure' ? 'wrong' : 'missed'} ${want} ${score.toFixed(3)}: ${words} (${wants})`,
        );
    }
    return errors;
  });
}
