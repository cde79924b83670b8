import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { hasLocale, readLocale } from '@parley/language/locale.ts';
import { isWordBound, words as wordTables, yesNo } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';
import { contentStems } from '../../dialogue/rules/stem.ts';

type Phrases = readonly string[];

/** What a condition says of its subject. */
export type Predicate = 'has' | 'wants' | 'needs' | 'can' | 'done';
export type Relation = 'before' | 'after' | 'by' | 'from' | 'during';
export type Unit = 'day' | 'hour' | 'month' | 'week' | 'year';
export type NamedLevel = 'A2' | 'B1' | 'B2' | 'C1' | 'C2';
/** What a description may say of the call itself. */
export type CallEvent =
  | 'callback'
  | 'complaint'
  | 'completed'
  | 'handedOff'
  | 'hungUp'
  | 'messageLeft'
  | 'notInterested'
  | 'optOut'
  | 'person'
  | 'question'
  | 'refusal'
  | 'voicemail'
  | 'wrongPerson';

/** `locales/<code>/descriptions.json` */
type Descriptions = Readonly<
  Record<
    | Predicate
    | Relation
    | 'and'
    | 'articles'
    | 'between'
    | 'but'
    | 'continues'
    | 'demands'
    | 'generic'
    | 'hypothetical'
    | 'lead'
    | 'mentions'
    | 'negation'
    | 'noNegation'
    | 'neither'
    | 'nor'
    | 'ofOthers'
    | 'onlyWords'
    | 'or'
    | 'orBetter'
    | 'place'
    | 'refuses'
    | 'subjects'
    | 'uncertain'
    | 'unreal'
    | 'vague',
    Phrases
  >
> & {
  /** What begins words that only say where, when or what for a thing is. */
  readonly adjuncts?: Phrases;
  /** Of the mentions those that a statement follows. */
  readonly claims?: Phrases;
  readonly same: readonly Phrases[];
  readonly units: Readonly<Record<Unit, Phrases>>;
  readonly levels: Readonly<Record<NamedLevel, Phrases>>;
  readonly events: Readonly<Record<CallEvent, Phrases>>;
};

/** How descriptions are written in one language, ready to be looked for. */
export interface DescriptionWords {
  readonly language: Language;
  readonly or: RegExp;
  readonly neither: RegExp;
  readonly lead: RegExp;
  readonly subject: RegExp;
  readonly negation: RegExp;
  readonly noNegation: RegExp;
  readonly refuses: RegExp;
  readonly onlyWords: RegExp;
  readonly continues: RegExp;
  /** "Between 2 and 5", whose "and" joins no conditions. */
  readonly between: RegExp;
  /** A thing or a name without a verb: "a licence", "in Potsdam". */
  readonly thing: RegExp;
  readonly mentions: RegExp;
  /** "Says that it is too dear": a denial of it is no such statement, as it is a mention. */
  readonly claims: RegExp;
  readonly hypothetical: RegExp;
  /** "If I had": what follows is so only where something is not. */
  readonly unreal: RegExp;
  /** "My brother has": said of somebody else. */
  readonly ofOthers: RegExp;
  readonly vague: RegExp;
  readonly uncertain: RegExp;
  /** What tells the evaluation what to find. */
  readonly demands: RegExp;
  readonly place: RegExp;
  readonly adjuncts: RegExp;
  readonly orBetter: RegExp;
  readonly predicates: readonly (readonly [Predicate, RegExp])[];
  readonly relations: readonly (readonly [Relation, RegExp])[];
  readonly units: readonly (readonly [Unit, RegExp])[];
  readonly levels: readonly (readonly [NamedLevel, RegExp])[];
  readonly events: readonly (readonly [CallEvent, RegExp])[];
  /** Every word that only says has, wants, needs, can or not. */
  readonly formal: RegExp;
  /** What joins conditions, with a group for each kind; after "neither" also "nor". */
  readonly joints: Readonly<Record<'plain' | 'neither', RegExp>>;
  /** The stems that tell what a text is about, those that mean the same as one. */
  readonly stemsOf: (text: string) => readonly string[];
  readonly isGeneric: (stem: string) => boolean;
}

/** "Needs to have" is no having, and "has already" is done: the first that is found counts. */
const predicates: readonly Predicate[] = ['done', 'needs', 'wants', 'can', 'has'];
const relations: readonly Relation[] = ['after', 'by', 'before', 'from', 'during'];
/** "Does not want to be called again" is no wish to be called again: the first that is found counts. */
const events: readonly CallEvent[] = [
  'optOut',
  'callback',
  'handedOff',
  'refusal',
  'person',
  'messageLeft',
  'voicemail',
  'wrongPerson',
  'notInterested',
  'hungUp',
  'completed',
  'question',
  'complaint',
];
const NOTHING = /(?!)/u;

export const descriptionWords = memoize((language: Language): DescriptionWords => {
  const table = hasLocale(language, 'descriptions')
    ? (readLocale(language, 'descriptions') as Descriptions)
    : undefined;
  const [start, end] = isWordBound(language) ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'] : ['', ''];
  /** The longest first, so that "and also" is not taken for an "and". */
  const sourceOf = (phrases: Phrases): string =>
    phrases
      .toSorted((one, other) => other.length - one.length)
      .map((phrase) => (/[\p{L}\p{N})?]$/u.test(phrase) ? `${phrase}${end}` : phrase))
      .join('|');
  const anyOf = (phrases: Phrases = [], flags = 'iu'): RegExp =>
    new RegExp(phrases.length === 0 ? NOTHING.source : `${start}(?:${sourceOf(phrases)})`, flags);
  const entries = <Name extends string>(named: Readonly<Record<Name, Phrases>> | undefined) =>
    Object.entries<Phrases>(named ?? {}).map(([name, phrases]) => [name as Name, anyOf(phrases)] as const);
  const { joint, or } = wordTables[language];
  const same = new Map(
    (table?.same ?? []).flatMap((group) => group.map((word) => [folded(word), folded(group[0] ?? word)])),
  );
  const little = [...wordTables[language].empty, ...wordTables[language].small, ...(table?.place ?? [])];
  const empty = new Set([...little, ...(table?.articles ?? [])].flatMap((word) => contentStems(word)));
  // Not remembered: the texts are what contacts said, and these tables live as long as the process.
  const stemsOf = (text: string): readonly string[] => {
    // "L'anglais" is one word with an article.
    const apart = folded(text).replaceAll(/(?<!\p{L})\p{L}{1,2}'(?=\p{L})/gu, ' ');
    const merged = apart.replaceAll(/[\p{L}\p{N}]+/gu, (word) => same.get(word) ?? word);
    return [...new Set(contentStems(merged).filter((stem) => !empty.has(stem)))];
  };
  const generic = new Set((table?.generic ?? []).flatMap((word) => [...stemsOf(word), folded(word)]));
  const joints = {
    but: anyOf(table?.but),
    nor: anyOf(table?.nor),
    and: anyOf(table?.and ?? joint),
    or: anyOf(table?.or ?? or),
  };
  const jointsOf = (...names: readonly (keyof typeof joints)[]): RegExp => {
    const source = names.map((name) => `(?<${name}>${joints[name].source})`).join('|');
    return new RegExp(
      `(?<comma>\\s*,\\s*(?=\\S)|\\s*;\\s*)?(?:${source})(?=\\s)|\\s*[,;]\\s+|\\s*/\\s*`,
      'giu',
    );
  };
  const formal = [
    ...(table?.noNegation ?? []),
    ...(table?.negation ?? []),
    ...(table?.refuses ?? []),
    ...(table?.onlyWords ?? []),
    ...predicates.flatMap((name) => table?.[name] ?? []),
  ];
  return {
    language,
    or: joints.or,
    joints: { plain: jointsOf('but', 'and', 'or'), neither: jointsOf('but', 'nor', 'and', 'or') },
    formal: anyOf(formal, 'giu'),
    neither: anyOf(table?.neither),
    lead: table === undefined ? NOTHING : new RegExp(`^(?:${sourceOf(table.lead)})\\s+`, 'iu'),
    subject: table === undefined ? NOTHING : new RegExp(`^(?:${sourceOf(table.subjects)})\\s+`, 'iu'),
    negation: anyOf(table?.negation ?? yesNo[language].negation),
    noNegation: anyOf(table?.noNegation, 'giu'),
    refuses: anyOf(table?.refuses),
    onlyWords: anyOf(table?.onlyWords, 'giu'),
    continues:
      table === undefined || table.continues.length === 0
        ? NOTHING
        : new RegExp(table.continues.join('|'), 'iu'),
    between:
      table === undefined
        ? NOTHING
        : new RegExp(
            `${start}(?:${sourceOf(table.between)})\\s+\\S+(?:\\s+\\S+){0,2}?\\s+(?:${sourceOf(table.and)})\\s+\\S+`,
            'iu',
          ),
    thing:
      table === undefined
        ? NOTHING
        : new RegExp(
            `^(?:(?:${sourceOf([...table.articles, ...table.place].flatMap(capitalised))})\\s*\\S|\\p{Lu})`,
            'u',
          ),
    mentions: anyOf(table?.mentions),
    claims: table?.claims === undefined ? NOTHING : anyOf(table.claims),
    hypothetical: anyOf(table?.hypothetical),
    unreal: anyOf(table?.unreal),
    ofOthers: anyOf(table?.ofOthers),
    vague: anyOf(table?.vague),
    uncertain: anyOf(table?.uncertain),
    demands: anyOf(table?.demands),
    place:
      table === undefined
        ? NOTHING
        : new RegExp(`${start}(?:${sourceOf(table.place.flatMap(capitalised))})\\s+(?=\\p{Lu})`, 'u'),
    orBetter: anyOf(table?.orBetter),
    adjuncts: anyOf(table?.adjuncts),
    predicates: predicates.map((name) => [name, anyOf(table?.[name])] as const),
    relations: relations.map((name) => [name, anyOf(table?.[name])] as const),
    units: entries(table?.units),
    levels: entries(table?.levels).toReversed(),
    events: events.map((name) => [name, anyOf(table?.events[name])] as const),
    stemsOf,
    isGeneric: (stem) => generic.has(stem),
  };
});

/** As it stands at the beginning of a sentence, and within it. */
const capitalised = (phrase: string): string[] => [phrase, phrase.charAt(0).toUpperCase() + phrase.slice(1)];

/** The language that a description is written in: that of the call, or English. */
export function languageOf(text: string, ofCall: Language): Language {
  if (ofCall === 'EN') return 'EN';
  const words = folded(text).split(/[^\p{L}\p{N}]+/u);
  const count = (language: Language): number => {
    const small = new Set([...wordTables[language].small, ...wordTables[language].empty].map(folded));
    return words.filter((word) => small.has(word)).length;
  };
  return count('EN') > count(ofCall) ? 'EN' : ofCall;
}
