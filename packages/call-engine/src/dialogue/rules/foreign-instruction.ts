import type { Language } from '@parley/language/language.ts';
import { isReserved } from './reservation.ts';

/** How one language instructs somebody to tell or to ask something, and how that is then said. */
interface Instructing {
  /** Imperatives that are followed by what is to be told, or asked. */
  readonly tell: string;
  readonly ask: string;
  /** Whom: taken off. */
  readonly them: string;
  readonly that: string;
  readonly whether: string;
  /** The contact as the subject of a clause. */
  readonly contact: string;
  /** What stands for the contact then: a polite "you", or nothing. */
  readonly you: string;
  readonly telling: (clause: string) => string;
  readonly asking: (clause: string) => string;
  /** The clause with its verb as the polite "you" has it; undefined where that cannot be told. */
  readonly turned?: (clause: string) => string | undefined;
}

const instructing: Partial<Record<Language, Instructing>> = {
  DE: {
    tell: 'erkl(?:ä|ae)re(?:n Sie)?|sag(?:e|en Sie)?|teile(?:n Sie)?|informiere(?:n Sie)?|erw(?:ä|ae)hne(?:n Sie)?|weise(?:n Sie)?',
    ask: 'frage?(?:n Sie)?|erkundige(?:n Sie sich| dich)?|finde(?:n Sie)? heraus|kl(?:ä|ae)re(?:n Sie)?',
    them: 'ihm|ihr|ihnen|ihn|sie|(?:der|dem|den|die) (?:Person|Kandidat\\p{L}*|Kontakt\\p{L}*|Kund\\p{L}*|Anruf\\p{L}*|Bewerber\\p{L}*|Patient\\p{L}*)|mit|darauf hin',
    that: 'dass',
    whether: 'ob',
    contact:
      'sie|er|die Person|der Kandidat|die Kandidatin|der Kontakt|der Kunde|die Kundin|der Bewerber|die Bewerberin|der Patient|die Patientin',
    you: 'Sie',
    telling: (clause) => `Ich möchte Ihnen sagen, dass ${clause}.`,
    asking: (clause) => `Darf ich fragen, ob ${clause}?`,
    turned: germanPlural,
  },
  FR: {
    tell: 'expliqu(?:e|ez)(?:-lui)?|dis(?:-lui)?|dites(?:-lui)?|inform(?:e|ez)(?:-le|-la)?|mentionn(?:e|ez)|pr(?:é|e)cis(?:e|ez)',
    ask: 'demand(?:e|ez)(?:-lui)?|vérifi(?:e|ez)',
    them: '(?:à |a )?(?:la personne|au candidat|le candidat|la candidate|au contact|le contact|au client|le client|la cliente)',
    that: "que |qu['’]",
    whether: "si |s['’]",
    contact: 'il|elle|la personne|le candidat|la candidate|le contact|le client|la cliente',
    you: 'vous',
    telling: (clause) => `Je voudrais vous dire ${elided('que', clause)}.`,
    asking: (clause) => `Puis-je vous demander si ${clause} ?`,
    turned: frenchPlural,
  },
  ES: {
    tell: 'expli(?:ca|que)(?:le)?|di(?:le)?|diga(?:le)?|díga(?:le)?|inform(?:a|e)(?:le)?|mencion(?:a|e)',
    ask: 'pregunt(?:a|e)(?:le)?|pregúnt(?:a|e)le|averig(?:ua|üe)',
    them: '(?:a |al )?(?:la persona|el candidato|candidato|la candidata|el contacto|contacto|el cliente|cliente|la clienta)',
    that: 'que ',
    whether: 'si ',
    contact: 'la persona|el candidato|la candidata|el contacto|el cliente|la clienta|él|ella',
    you: 'usted',
    telling: (clause) => `Quería comentarle que ${clause}.`,
    asking: (clause) => `¿Puedo preguntarle si ${clause}?`,
  },
};

/** More cannot be followed by ear. */
const LONGEST = 300;

/**
 * What an instruction in German, French or Spanish comes to in speech, or nothing. It is told or asked indirectly,
 * which leaves the order of its words alone: "Frage, ob die Person Zeit hat" is "Darf ich fragen, ob Sie Zeit haben?".
 */
export function spokenInstruction(instruction: string, language: Language): string | undefined {
  const words = instructing[language];
  const text = instruction.trim().replace(/[.;!]+$/u, '');
  if (words === undefined || text.length > LONGEST) return undefined;
  const { tell, ask, them, that, whether } = words;
  const of = (verbs: string, joint: string): string | undefined =>
    new RegExp(
      `^(?:bitte |s['’]il (?:te|vous) pla[îi]t,? |por favor,? )?(?:${verbs})(?:,? (?:bitte|kurz|auch|${them}))*,? (?:${joint}) ?(?<clause>.+)$`,
      'iu',
    ).exec(text)?.groups?.clause;
  const [told, asked] = [of(tell, that), of(ask, whether)];
  const clause = told ?? asked;
  // A clause with a "not" or an "if" of its own says when, or what not: that is left to the title.
  if (clause === undefined || isReserved(clause, language) || clause.includes('⟦')) return undefined;
  const spoken = addressed(clause, words);
  if (spoken === undefined) return undefined;
  return told === undefined ? words.asking(spoken) : words.telling(spoken);
}

/** The clause as it is said to the contact; undefined when it speaks of them in a way that cannot be turned. */
function addressed(clause: string, { contact, you, turned }: Instructing): string | undefined {
  const subject = new RegExp(`^(?:${contact}) `, 'iu').exec(clause)?.[0];
  if (subject === undefined)
    return new RegExp(`(?<!\\p{L})(?:${contact})(?!\\p{L})`, 'iu').test(clause) ? undefined : clause;
  const rest = clause.slice(subject.length);
  const said = turned === undefined ? rest : turned(rest);
  return said === undefined ? undefined : `${you} ${said}`;
}

const GERMAN_VERBS: Readonly<Record<string, string>> = {
  hat: 'haben',
  ist: 'sind',
  kann: 'können',
  will: 'wollen',
  muss: 'müssen',
  darf: 'dürfen',
  weiß: 'wissen',
  möchte: 'möchten',
  könnte: 'könnten',
  würde: 'würden',
  hätte: 'hätten',
  wäre: 'wären',
  wird: 'werden',
};

/** In a clause with "ob" or "dass" the verb comes last: "Zeit hat" is "Zeit haben". A second clause is left alone. */
function germanPlural(rest: string): string | undefined {
  if (/,|(?<!\p{L})(?:und|oder|sein|seine\p{L}*|ihr|ihre\p{L}*)(?!\p{L})/iu.test(rest)) return undefined;
  const verb = /\p{L}+$/u.exec(rest)?.[0] ?? '';
  if (verb.endsWith('en')) return rest;
  const plural = GERMAN_VERBS[verb] ?? (/^\p{Ll}{2,}t$/u.test(verb) ? regular(verb) : undefined);
  return plural === undefined ? undefined : `${rest.slice(0, -verb.length)}${plural}`;
}

/** "arbeitet" is "arbeiten", "wohnt" is "wohnen". */
const regular = (verb: string): string => `${verb.replace(/e?t$/u, '')}en`;

const FRENCH_VERBS: Readonly<Record<string, string>> = {
  a: 'avez',
  est: 'êtes',
  peut: 'pouvez',
  veut: 'voulez',
  doit: 'devez',
  sait: 'savez',
  connaît: 'connaissez',
  va: 'allez',
  aimerait: 'aimeriez',
  voudrait: 'voudriez',
  pourrait: 'pourriez',
};

/** The verb follows its subject: "a le temps" is "avez le temps". */
function frenchPlural(rest: string): string | undefined {
  if (/(?<!\p{L})(?:son|sa|ses|lui|se|s['’]\p{L}+|il|elle)(?!\p{L})/iu.test(rest)) return undefined;
  const verb = /^\p{L}+/u.exec(rest)?.[0] ?? '';
  const plural = FRENCH_VERBS[verb] ?? (/^\p{Ll}{3,}e$/u.test(verb) ? `${verb}z` : undefined);
  return plural === undefined ? undefined : `${plural}${rest.slice(verb.length)}`;
}

const elided = (word: string, next: string): string =>
  /^[aeiouyéèêàâîôûh]/iu.test(next) ? `${word.slice(0, -1)}’${next}` : `${word} ${next}`;
