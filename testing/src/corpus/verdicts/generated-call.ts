import type { FinishedCall } from '@parley/call-engine/analysis/analysis-model.ts';
import type { Heard, Party, Said, Saying, Words } from '@parley/call-engine/party.ts';
import type { CallPlan, PlanLabel } from '@parley/call-engine/plan.ts';
import { scriptedPlan } from '../../scripted-plan.ts';
import { conductedWith } from '../conducted-call.ts';
import { asks, question } from '../flows.ts';
import type { FactCondition, Truth, VerdictLanguage } from './verdict-language.ts';

/** A call with outcomes of two and three conditions, and what is true of each by what the contact really told. */
export interface GeneratedCall {
  readonly call: FinishedCall;
  /** By key; undefined: the call does not tell. */
  readonly truth: ReadonlyMap<string, boolean | undefined>;
}

const FACTS_IN_CALL = 5;

type Told = { readonly says: string; readonly value?: Truth };

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
  const formulas = [0, 1, 2, 3].map((form) => formulaOf(words, keys, form, random));
  const labels = formulas.map(
    ({ description }, index): PlanLabel => ({
      key: `outcome_${index}`,
      label: `Outcome ${index}`,
      description,
    }),
  );
  const call = await conductedWith(planOf(words, keys, labels), contact);
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
  #isGreeted = false;
  #isOver = false;

  constructor(answers: ReadonlyMap<string, Told>, greeting: string, leavesAfter: number) {
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
    let text = '';
    if (typeof words === 'string') text = words;
    else for await (const part of words) text += part;
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
    if (this.#asked !== undefined && answer?.value !== undefined) this.told.set(this.#asked, answer.value);
    if (answer === undefined && this.#isGreeted) {
      this.#isOver = true;
      return { kind: 'silence', atMs: this.#nowMs };
    }
    this.#isGreeted = true;
    const text = answer?.says ?? this.#greeting;
    const startMs = this.#nowMs;
    this.#nowMs += text.length * 50;
    return { kind: 'words', text, startMs, endMs: this.#nowMs };
  }

  async transfer(): Promise<boolean> {
    return false;
  }

  async leave(): Promise<void> {
    this.#isOver = true;
  }
}
