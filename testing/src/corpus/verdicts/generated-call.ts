import type { FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import {
  type Heard,
  type Party,
  type Said,
  type Saying,
  type Words,
  wholeText,
} from '@parley/call-engine/party.ts';
import type { CallPlan, PlanLabel } from '@parley/call-engine/plan.ts';
import { scriptedPlan } from '../../scripted-plan.ts';
import { conductedWith } from '../conducted-call.ts';
import { asks, question } from '../flows.ts';
import { type ChangedMind, changedMinds } from './changed-answers.ts';
import type { FactCondition, Truth, VerdictLanguage } from './verdict-language.ts';

/** A call with outcomes of two and three conditions, and what is true of each by what the contact really told. */
export interface GeneratedCall {
  readonly call: FinishedCall;
  /** By key; undefined: the call does not tell. */
  readonly truth: ReadonlyMap<string, boolean | undefined>;
}

const FACTS_IN_CALL = 5;

interface Told {
  readonly says: string;
  readonly value?: Truth;
  /** What they say when it is asked again. */
  readonly again?: string;
  /** What they had said of it before it was asked. It holds as long as it is not asked. */
  readonly ahead?: Truth;
  /** The question whose answer this one withdraws, or replaces with `now`. */
  readonly about?: string;
  readonly now?: Truth;
}

/** The same seed gives the same call. */
export async function generatedCall(words: VerdictLanguage, seed: number): Promise<GeneratedCall> {
  const random = randomFrom(seed);
  const keys = shuffled(Object.keys(words.facts), random).slice(0, FACTS_IN_CALL);
  const contact = new AnsweringContact(
    new Map(keys.map((key) => [words.facts[key]?.question ?? '', toldOf(words, key, random)])),
    words.greeting,
    // Some leave in the middle.
    random() < 0.25 ? 1 + Math.floor(random() * FACTS_IN_CALL) : Number.POSITIVE_INFINITY,
  );
  return callOf(words, keys, contact, random);
}

/** A call in which the contact takes back, reverses or leaves open what they said of one fact or two. */
export async function changedCall(
  words: VerdictLanguage,
  seed: number,
  dialogueModel?: DialogueModel,
): Promise<GeneratedCall> {
  const random = randomFrom(seed);
  const minds = changedMinds[words.language] ?? {};
  const changing = shuffled(Object.keys(minds), random).slice(0, 2);
  const others = shuffled(Object.keys(words.facts), random).filter((key) => !changing.includes(key));
  const keys = [...changing, ...others.slice(0, FACTS_IN_CALL - changing.length)];
  const told = new Map(keys.map((key) => [words.facts[key]?.question ?? '', toldOf(words, key, random)]));
  const questions = keys.map((key) => words.facts[key]?.question ?? '');
  let greeting = words.greeting;
  for (const [at, key] of changing.entries()) {
    const own = questions[at] ?? '';
    const mind = minds[key] as ChangedMind;
    const says = told.get(own)?.says ?? '';
    const open: Told = { says: pick(mind.open, random) };
    const chance = random();
    if (chance < 0.25) told.set(own, open);
    else if (chance < 0.45 && greeting === words.greeting) {
      greeting = mind.ahead.says;
      told.set(own, { ...open, ahead: mind.ahead.value });
    } else {
      // Beside the answer to a later question, after which it is asked again and left open.
      const beside = questions[changing.length + at] ?? '';
      const later = told.get(beside);
      const reversed = chance < 0.75 ? pick(mind.reverses, random) : undefined;
      const words = reversed?.says ?? pick(mind.withdraws, random);
      told.set(own, { says, ...toldValue(told.get(own)), again: open.says });
      if (later !== undefined)
        told.set(beside, { ...later, says: `${later.says} ${words}`, about: own, ...valueNow(reversed) });
    }
  }
  return callOf(words, keys, new AnsweringContact(told, greeting), random, dialogueModel);
}

const toldValue = (told: Told | undefined): Pick<Told, 'value'> =>
  told?.value === undefined ? {} : { value: told.value };
const valueNow = (reversed: { readonly value: Truth } | undefined): Pick<Told, 'now'> =>
  reversed === undefined ? {} : { now: reversed.value };

async function callOf(
  words: VerdictLanguage,
  keys: readonly string[],
  contact: AnsweringContact,
  random: () => number,
  dialogueModel?: DialogueModel,
): Promise<GeneratedCall> {
  const formulas = [0, 1, 2, 3].map((form) => formulaOf(words, keys, form, random));
  const labels = formulas.map(
    ({ description }, index): PlanLabel => ({
      key: `outcome_${index}`,
      label: `Outcome ${index}`,
      description,
    }),
  );
  const call = await conductedWith(planOf(words, keys, labels), contact, dialogueModel);
  const known = (key: string): Truth | undefined => contact.told.get(words.facts[key]?.question ?? '');
  return { call, truth: new Map(formulas.map(({ holds }, index) => [`outcome_${index}`, holds(known)])) };
}

const planOf = (words: VerdictLanguage, keys: readonly string[], outcomes: readonly PlanLabel[]): CallPlan =>
  scriptedPlan([asks(...keys.map((key) => question(key, words.facts[key]?.question ?? '')))], {
    language: words.language,
    analysis: { extractionTargets: [], outcomes, tags: [] },
  });

function toldOf(words: VerdictLanguage, key: string, random: () => number): Told {
  const fact = words.facts[key];
  const chance = random();
  if (fact === undefined || chance < 0.1) return { says: pick(words.refusals, random) };
  if (chance < 0.2) return { says: pick(fact.unclear, random) };
  const answer = pick(fact.answers, random);
  return { says: pick(answer.says, random), value: answer.value };
}

type Known = (key: string) => Truth | undefined;

interface Formula {
  readonly description: string;
  readonly holds: (known: Known) => boolean | undefined;
}

interface Atom {
  readonly words: string;
  readonly holds: Formula['holds'];
}

function formulaOf(
  words: VerdictLanguage,
  keys: readonly string[],
  form: number,
  random: () => number,
): Formula {
  const chosen = shuffled(keys, random).map((key) => ({ key, condition: conditionOf(words, key, random) }));
  const sharing = chosen.filter(({ condition }) => condition.shared !== undefined).slice(0, 2);
  const subject = pick(words.subjects, random);
  if (form === 0 && sharing.length === 2 && random() < 0.5) {
    const [a, b] = sharing.map((each) => atomOf(each, random, 'shared')) as [Atom, Atom];
    const [joint] = words.joints.and;
    return formula(`${subject}${words.sharedVerb} ${joint}`, [a, b], all);
  }
  const [a, b, c] = chosen.slice(0, 3).map((each) => atomOf(each, random, 'words')) as [Atom, Atom, Atom];
  const before = (joint: string): string => (joint.startsWith('{') ? subject : '') + joint;
  const { and, or, andAll, andEither } = words.joints;
  if (form === 0) return formula(before(pick(and, random)), [a, b], all);
  if (form === 1) return formula(before(pick(or, random)), [a, b], any);
  if (form === 2) return formula(before(pick(andAll, random)), [a, b, c], all);
  return formula(before(pick(andEither, random)), [a, b, c], (first, ...others) =>
    all(first, any(...others)),
  );
}

const formula = (
  template: string,
  atoms: readonly Atom[],
  join: (...parts: (boolean | undefined)[]) => boolean | undefined,
): Formula => {
  const text = template.replaceAll(
    /\{([abc])\}/g,
    (_, place: string) => atoms['abc'.indexOf(place)]?.words ?? '',
  );
  return {
    description: text.charAt(0).toUpperCase() + text.slice(1),
    holds: (known) => join(...atoms.map(({ holds }) => holds(known))),
  };
};

function all(...parts: (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function any(...parts: (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(true)) return true;
  return parts.includes(undefined) ? undefined : false;
}

const conditionOf = (words: VerdictLanguage, key: string, random: () => number): FactCondition =>
  pick(words.facts[key]?.conditions ?? [], random);

function atomOf(
  { key, condition }: { readonly key: string; readonly condition: FactCondition },
  random: () => number,
  form: 'words' | 'shared',
): Atom {
  return {
    words: pick(condition[form] ?? condition.words, random),
    holds: (known) => {
      const value = known(key);
      return value === undefined ? undefined : condition.holds(value);
    },
  };
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Answers whatever is asked, each question always in the same way, and keeps what was told. */
class AnsweringContact implements Party {
  readonly told = new Map<string, Truth>();
  readonly #answers: ReadonlyMap<string, Told>;
  readonly #greeting: string;
  readonly #leavesAfter: number;
  #nowMs = 0;
  #asked: string | undefined;
  readonly #heard = new Set<string>();
  /** Questions whose answers they have taken back or replaced. */
  readonly #reconsidered = new Set<string>();
  #isGreeted = false;
  #isOver = false;

  constructor(answers: ReadonlyMap<string, Told>, greeting: string, leavesAfter = Number.POSITIVE_INFINITY) {
    for (const [question, { ahead }] of answers) if (ahead !== undefined) this.told.set(question, ahead);
    this.#answers = answers;
    this.#greeting = greeting;
    this.#leavesAfter = leavesAfter;
  }

  elapsedMs(): number {
    return this.#nowMs;
  }

  say(words: Words): Saying {
    return { done: this.#hear(words) };
  }

  async #hear(words: Words): Promise<Said> {
    const text = await wholeText(words);
    this.#asked = [...this.#answers.keys()].find((question) => text.includes(question)) ?? this.#asked;
    if (this.#asked !== undefined) this.#heard.add(this.#asked);
    const startMs = this.#nowMs;
    this.#nowMs += text.length * 50;
    return { text, isWhole: true, startMs, endMs: this.#nowMs };
  }

  async listen(): Promise<Heard> {
    const isLeaving = this.#isOver || this.#heard.size > this.#leavesAfter;
    this.#nowMs += 500;
    if (isLeaving) return { kind: 'left', atMs: this.#nowMs };
    const answer = this.#asked === undefined ? undefined : this.#answers.get(this.#asked);
    const isAgain = this.#asked !== undefined && this.#reconsidered.has(this.#asked);
    if (this.#asked !== undefined && answer !== undefined && !isAgain) this.#tell(this.#asked, answer);
    if (answer === undefined && this.#isGreeted) {
      this.#isOver = true;
      return { kind: 'silence', atMs: this.#nowMs };
    }
    this.#isGreeted = true;
    const text = (isAgain ? answer?.again : undefined) ?? answer?.says ?? this.#greeting;
    const startMs = this.#nowMs;
    this.#nowMs += text.length * 50;
    return { kind: 'words', text, startMs, endMs: this.#nowMs };
  }

  #tell(question: string, { value, ahead, about, now }: Told): void {
    if (value !== undefined) this.told.set(question, value);
    else if (ahead !== undefined) this.told.delete(question);
    if (about === undefined) return;
    this.#reconsidered.add(about);
    if (now === undefined) this.told.delete(about);
    else this.told.set(about, now);
  }

  async transfer(): Promise<boolean> {
    return false;
  }

  async leave(): Promise<void> {
    this.#isOver = true;
  }
}
