import { english } from '@parley/language/english-tables.ts';
import { type Clause, plainWords } from '@parley/language/speech.ts';
import { readNumber } from '@parley/language/spoken-number.ts';
import { standingIn, withdrawalIn } from '../../dialogue/rules/correction.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { isKeptBy } from '../rules/limit.ts';
import type { Said, Talk } from '../rules/talk.ts';
import { isNegated } from '../rules/typed-value.ts';
import { type Condition, predicateOf } from './condition.ts';
import { type DescriptionWords, descriptionWords } from './description-words.ts';
import type { Finding } from './finding.ts';
import { isMachineOrder } from './machine-order.ts';
import { agree, Stems } from './topic.ts';

/** Less sure than an answer: nobody had asked. */
const SURE = 0.7;

/** What a description of a mention need not have said in so many words: "a problem with". */
const MATTERS = new Set(english.descriptions.vagueMatters.map(plainWords));
const ownWords = anyOf(english.answers.ownWords);

/**
 * What the contact said of a condition without being asked about it, in one clause that names everything the condition
 * names. The newest counts. Undefined where there is none. What they took back in the same turn does not count, nor what
 * they said before they were asked and left it open or took it back: `after` is what they said then.
 */
export function spokenEvidence(
  condition: Condition,
  words: DescriptionWords,
  talk: Talk,
  after?: Said,
): Finding | undefined {
  const wanted = condition.stems.filter(
    (stem) => !words.isGeneric(stem) && !(condition.isMention && MATTERS.has(stem)),
  );
  if (wanted.length === 0) return undefined;
  for (const said of talk.heardWell.toReversed()) {
    if (after !== undefined && said.time <= after.time) break;
    if (isMachineOrder(said.text, talk.plan.language)) continue;
    // What they take back in the same breath was never said.
    const standing = standingIn(said.speech.clauses, talk.plan.language);
    const withdrawn = withdrawalIn(standing, talk.plan.language) ?? [];
    for (const clause of standing.toReversed()) {
      if (withdrawn.includes(clause)) continue;
      const holds = holdsIn(clause, wanted, condition, words, talk);
      if (holds === undefined) continue;
      const reason = talk.wording.say('said', { words: talk.wording.quote(said.text) });
      return { holds, confidence: SURE, said, words: clause.raw, reason };
    }
  }
  return undefined;
}

function holdsIn(
  { raw, plain, isAsked }: Clause,
  wanted: readonly string[],
  condition: Condition,
  words: DescriptionWords,
  talk: Talk,
): boolean | undefined {
  const { language } = talk.plan;
  const own = descriptionWords(language);
  if (isAsked) return undefined;
  const stems = new Stems(words.stemsOf(raw));
  if (!wanted.every((stem) => stems.has(stem))) return undefined;
  const isDenied = isNegated(plain, language) || own.negation.test(raw);
  if (condition.isMention) return !(condition.isClaim && isDenied);
  // "My brother has one" is about somebody else, and "if I had one" about nobody.
  if (own.hypothetical.test(raw) || own.ofOthers.test(raw) || (language === 'EN' && !ownWords.test(plain)))
    return undefined;
  if (!agree(condition.predicate, predicateOf(raw, own))) return undefined;
  if (condition.day !== undefined || condition.level !== undefined) return undefined;
  if (condition.limit === undefined) return !isDenied;
  const number = isDenied ? undefined : readNumber(raw, language);
  return number === undefined || condition.limit.kind === 'about'
    ? undefined
    : isKeptBy(number, condition.limit);
}
