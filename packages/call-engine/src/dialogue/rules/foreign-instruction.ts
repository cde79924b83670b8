import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { hasLocale, readLocale } from '@parley/language/locale.ts';
import { cues, writing } from '@parley/language/locale-tables.ts';

/** How one language instructs somebody, described in `locales/schema/instructions.json`. */
interface Instructions {
  readonly ask: readonly string[];
  readonly asking: string;
  readonly contact: readonly string[];
  readonly fillers: readonly string[];
  readonly joints: readonly string[];
  readonly please: readonly string[];
  readonly tell: readonly string[];
  readonly telling: string;
  readonly tellingBeforeVowel?: string;
  readonly that: readonly string[];
  readonly them: readonly string[];
  readonly unturnable?: string;
  readonly verbs: Readonly<Record<string, string>>;
  readonly vowel?: string;
  readonly whether: readonly string[];
  readonly you: string;
}

const instructionsIn = memoize((language: Language): Instructions | undefined =>
  hasLocale(language, 'instructions') ? (readLocale(language, 'instructions') as Instructions) : undefined,
);

type Turned = (clause: string, verbs: Instructions['verbs']) => string | undefined;

/** The clause with its verb as the polite "you" has it; undefined where the rules cannot form it. */
const turnedIn: Partial<Record<Language, Turned>> = { DE: germanPlural, FR: frenchPlural };

/** Listeners cannot follow longer sentences. */
const LONGEST = 300;

/**
 * What an instruction in German, French or Spanish comes to in speech, or nothing. It becomes an indirect statement or question,
 * which leaves the order of its words alone: "Frage, ob die Person Zeit hat" is "Darf ich fragen, ob Sie Zeit haben?".
 */
export function spokenInstruction(instruction: string, language: Language): string | undefined {
  const words = instructionsIn(language);
  const text = instruction.trim().replace(/[.;!]+$/u, '');
  if (words === undefined || text.length > LONGEST) return undefined;
  const { tell, ask, them, that, whether, please, fillers } = words;
  const any = (...lists: (readonly string[])[]): string => lists.flat().join('|');
  const of = (verbs: readonly string[], joint: readonly string[]): string | undefined =>
    new RegExp(
      `^(?:(?:${any(please)}) )?(?:${any(verbs)})(?:,? (?:${any(fillers, them)}))*,? (?:${any(joint)}) ?(?<clause>.+)$`,
      'iu',
    ).exec(text)?.groups?.clause;
  const [statement, question] = [of(tell, that), of(ask, whether)];
  const clause = statement ?? question;
  // A clause with a "not" or an "if" of its own says when, or what not: that is left to the title.
  if (clause === undefined || isReserved(clause, language) || clause.includes('⟦')) return undefined;
  // So is one with an "and": a second instruction may follow it.
  if (new RegExp(`[,;:()]|(?<!\\p{L})(?:${any(words.joints)})(?!\\p{L})`, 'iu').test(clause))
    return undefined;
  const spoken = addressed(clause, words, turnedIn[language]);
  if (spoken === undefined) return undefined;
  return (statement === undefined ? words.asking : tellingOf(spoken, words)).replace(
    '{clause}',
    () => spoken,
  );
}

/** The clause as it is said to the contact; undefined when it speaks of them in a way that cannot be turned. */
function addressed(
  clause: string,
  { contact, you, verbs, unturnable }: Instructions,
  turned: Turned | undefined,
): string | undefined {
  const contacts = contact.join('|');
  const subject = new RegExp(`^(?:${contacts}) `, 'iu').exec(clause)?.[0];
  if (subject === undefined)
    return new RegExp(`(?<!\\p{L})(?:${contacts})(?!\\p{L})`, 'iu').test(clause) ? undefined : clause;
  const rest = clause.slice(subject.length);
  if (unturnable !== undefined && new RegExp(unturnable, 'iu').test(rest)) return undefined;
  const said = turned === undefined ? rest : turned(rest, verbs);
  return said === undefined ? undefined : `${you} ${said}`;
}

/** In a clause with "ob" or "dass" the verb comes last: "Zeit hat" is "Zeit haben". A second clause is left alone. */
function germanPlural(rest: string, verbs: Instructions['verbs']): string | undefined {
  const verb = /\p{L}+$/u.exec(rest)?.[0] ?? '';
  if (verb.endsWith('en')) return rest;
  const plural = verbs[verb] ?? (/^\p{Ll}{2,}t$/u.test(verb) ? regular(verb) : undefined);
  return plural === undefined ? undefined : `${rest.slice(0, -verb.length)}${plural}`;
}

/** "arbeitet" is "arbeiten", "wohnt" is "wohnen". */
const regular = (verb: string): string => `${verb.replace(/e?t$/u, '')}en`;

/** The verb follows its subject: "a le temps" is "avez le temps". */
function frenchPlural(rest: string, verbs: Instructions['verbs']): string | undefined {
  const verb = /^\p{L}+/u.exec(rest)?.[0] ?? '';
  const plural = verbs[verb] ?? (/^\p{Ll}{3,}e$/u.test(verb) ? `${verb}z` : undefined);
  return plural === undefined ? undefined : `${plural}${rest.slice(verb.length)}`;
}

/** French says "qu'" for "que" before a vowel. */
const tellingOf = (clause: string, { telling, tellingBeforeVowel, vowel }: Instructions): string =>
  tellingBeforeVowel !== undefined && vowel !== undefined && new RegExp(vowel, 'iu').test(clause)
    ? tellingBeforeVowel
    : telling;

/**
 * Whether an instruction forbids something or makes it depend on the course of the call: then what it quotes is
 * not to be said. When in doubt it does: a section can always be announced by its title.
 */
export const isReserved = (instruction: string, language: Language): boolean =>
  reserving(language).test(instruction) || ENGLISH.test(instruction);

/** Flows are often written in English, whatever the call is held in. */
const ENGLISH = new RegExp(`\\b(?:${cues.EN.reservation.join('|')})\\b|n['’]t\\b`, 'i');

/** Where "not" may be a part of a word, or stand without a space beside it, it is looked for anywhere. */
const reserving = memoize((language: Language) => {
  const { spaces, affixes } = writing[language];
  const phrases = cues[language].reservation.join('|');
  return new RegExp(
    spaces !== 'words' || affixes !== 'none' ? phrases : `(?<!\\p{L})(?:${phrases})(?!\\p{L})`,
    'iu',
  );
});
