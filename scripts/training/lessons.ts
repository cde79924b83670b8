import { featuresOf } from '@parley/understanding/features.ts';
import { OUTPUTS } from '@parley/understanding/head-model.ts';
import { WANTS, type Want, YES_NO } from '@parley/understanding/labels.ts';
import { type Example, shareOf, spoken } from './corpus.ts';
import { type Lesson, randomNumbers } from './network.ts';

/** What is said about an example in training: several ways to say it, of which each epoch takes one. */
interface Variant {
  readonly say: string;
  readonly question: string;
  /** Labels that the variant says nothing about. */
  readonly silentOn: readonly (Want | 'yes_no')[];
}

/** Under another question these may be something else: "tomorrow" is an answer only to some questions. */
const DEPEND_ON_QUESTION: readonly Want[] = ['answers', 'filler', 'off_topic'];
/** Under some questions these say no. */
const MAY_SAY_NO: readonly Want[] = [
  'not_interested',
  'wrong_person',
  'later',
  'never_call',
  'refuses',
  'corrects',
  'already_told',
  'human',
];
const OTHER_QUESTIONS = 2;
/** Turns of two sentences, for each single one. */
const JOINED_SHARE = 0.4;

/** An example together with the sayings that it is made of: those decide about its fold in cross-validation. */
export interface Entry {
  readonly example: Example;
  readonly parts: readonly string[];
  readonly variants: readonly Variant[];
}

/** Training entries: each example as written and as heard, under other questions, and joined with another one. */
export function entriesOf(examples: readonly Example[], seed: number): Entry[] {
  const random = randomNumbers(seed);
  const questions = [...new Set(examples.map(({ question }) => question))]
    .filter((text) => text !== '')
    .sort();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const single = examples.map((example): Entry => {
    const { say, question } = example;
    const asWritten: Variant = { say, question, silentOn: [] };
    const variants = [asWritten, { ...asWritten, say: spoken(say) || say }];
    if (question === '')
      for (let i = 0; i < OTHER_QUESTIONS; i++)
        variants.push({
          say: i === 0 ? say : spoken(say) || say,
          question: pick(questions),
          silentOn: silence(example),
        });
    return { example, parts: [say], variants };
  });
  const free = examples.filter(({ question, wants }) => question === '' && wants.every(standsAlone));
  // Partners are found by hash: a new line in the corpus leaves most pairs, and so their cached vectors, as they are.
  const partners = free
    .map((example) => ({ example, place: shareOf(example.say) }))
    .sort((a, b) => a.place - b.place);
  const partnerOf = (place: number) => (partners.find((one) => one.place >= place) ?? partners[0])?.example;
  const joined = examples.flatMap((one): Entry[] => {
    const other = partnerOf(shareOf(`${one.say} ${one.question} partner`));
    if (other === undefined || other.say === one.say || shareOf(`${one.say} join`) >= JOINED_SHARE) return [];
    const [first, second] = shareOf(`${one.say} order`) < 0.6 ? [one, other] : [other, one];
    const text = `${sentence(first.say)} ${second.say}`;
    const example: Example = {
      say: text,
      question: one.question,
      wants: [...new Set([...one.wants, ...other.wants])],
      yesNo: one.yesNo,
    };
    const silentOn = [
      ...DEPEND_ON_QUESTION,
      ...(one.question === '' ||
      one.yesNo === 'neither' ||
      other.wants.some((want) => MAY_SAY_NO.includes(want))
        ? (['yes_no'] as const)
        : []),
    ];
    const say = shareOf(`${text} spoken`) < 0.5 ? text : spoken(text);
    return [{ example, parts: [one.say, other.say], variants: [{ say, question: one.question, silentOn }] }];
  });
  return [...single, ...joined];
}

const standsAlone = (want: Want): boolean =>
  !DEPEND_ON_QUESTION.includes(want) && want !== 'machine' && want !== 'repeat' && want !== 'corrects';

const sentence = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`);

function silence({ wants }: Example): Variant['silentOn'] {
  const others = wants.some((want) => DEPEND_ON_QUESTION.includes(want)) ? DEPEND_ON_QUESTION : [];
  const saysNo = others.length > 0 || wants.some((want) => MAY_SAY_NO.includes(want));
  return saysNo ? [...others, 'yes_no'] : others;
}

export function lessonsOf(entry: Entry, vectors: ReadonlyMap<string, Float32Array>): Lesson[] {
  const { wants, yesNo } = entry.example;
  const target = new Uint8Array(OUTPUTS);
  for (const want of wants) target[WANTS.indexOf(want)] = 1;
  target[WANTS.length + YES_NO.indexOf(yesNo)] = 1;
  return entry.variants.map(({ say, question, silentOn }) => {
    const mask = new Float32Array(OUTPUTS).fill(1);
    for (const label of silentOn)
      if (label === 'yes_no') mask.fill(0, WANTS.length);
      else mask[WANTS.indexOf(label)] = 0;
    const features = featuresOf({
      say,
      question,
      sayVector: vectors.get(say) as Float32Array,
      questionVector: vectors.get(question),
    });
    return { features, target, mask };
  });
}

/** Every text that needs a vector. */
export const textsOf = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ variants }) =>
    variants.flatMap(({ say, question }) => (question === '' ? [say] : [say, question])),
  );
