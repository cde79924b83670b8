import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import type { PlanSequential } from '../../plan.ts';
import type { CallContext } from '../dialogue-model.ts';
import { type CarriedOut, carriedOut, claimsToBeHuman, type Scene } from './english-instruction.ts';
import { isReserved, spokenInstruction } from './foreign-instruction.ts';
import { phrase } from './phrase-book.ts';
import { lifted, QUOTATION, restored } from './quotation.ts';

/**
 * Opens a section that is only described. The description is an instruction and is never read aloud: what it
 * surely wants said is said; else the section is announced by its title. Empty when there is neither.
 */
export function sectionWords(section: PlanSequential, context: CallContext): string {
  const topic = topicOf(section);
  const { said } = carriedOutIn(section, context);
  if (said !== '') return said;
  return topic === undefined ? '' : phrase('section_about', context, { title: topic });
}

/** The sentences of a section's description that the rules cannot carry out, as they stand there. */
export const needsModel = (prompt: string, language: Language): readonly string[] =>
  language === 'EN'
    ? carriedOut(prompt, { firstName: 'A', introduction: 'B.', title: 'C' }).left
    : literally(prompt, language, new Set()).left;

const topicOf = ({ title }: PlanSequential): string | undefined =>
  title?.trim().replace(/[.:!。：]+$/u, '') || undefined;

function carriedOutIn(section: PlanSequential, context: CallContext): CarriedOut {
  const { language, known, company } = context.plan;
  if (language === 'EN') return carriedOut(section.prompt, sceneOf(context, topicOf(section)));
  const values = [...Object.values(known.contact), ...Object.values(known.job), company.name].map(String);
  return literally(section.prompt, language, new Set(values));
}

/** The same once more, in short: what it asks, or else how it begins. */
export function sectionAgain(section: PlanSequential, context: CallContext): string {
  const sentences = sectionWords(section, context).split(SPOKEN_SENTENCES);
  const isAsked = asks(context.plan.language);
  const question = sentences.findLast((sentence) => isAsked.test(sentence))?.trim();
  const short = question ?? sentences[0]?.trim() ?? '';
  const last = context.turns.findLast(({ speaker }) => speaker === 'agent')?.text.trim();
  if (short === '' || last !== short) return short;
  // Nothing is said twice in a row in the same words.
  return question === undefined ? '' : phrase('ask_again', context, { question });
}

/** Whether there is something in it for them to answer. */
export const sectionAsks = (section: PlanSequential, context: CallContext): boolean =>
  sectionWords(section, context)
    .split(SPOKEN_SENTENCES)
    .some((sentence) => asks(context.plan.language).test(sentence));

const SPOKEN_SENTENCES = /(?<=[.!?؟;\u037e])\s+|(?<=[。！？])/u;
const asks = (language: Language): RegExp => (language === 'EL' ? /[?;\u037e]\s*$/u : /[?？؟]\s*$/u);

function sceneOf(context: CallContext, title: string | undefined): Scene {
  const { agent, company, contact } = context.plan;
  return {
    firstName: contact.firstName,
    title,
    introduction: isGivenName(agent.name)
      ? english.instructions.introduction
          .replace('{agent}', () => agent.name)
          .replace('{company}', () => company.name)
      : phrase('introduce', context, { company: company.name }),
  };
}

/** Many agents are named for what they do, and "I'm Screening Vienna" helps nobody. */
export const isGivenName = (name: string): boolean => /^\p{Lu}\p{Ll}+$/u.test(name) && !ROLE.test(name);

const ROLE = new RegExp(english.descriptions.agentRole, 'i');

const MAX_LITERAL = 3;

/**
 * What any language shows by its marks: words in quotation marks, and questions; and what a few instruct plainly.
 * A quotation that is one of the values is no sentence to say.
 */
function literally(prompt: string, language: Language, values: ReadonlySet<string>): CarriedOut {
  const { text, quotations } = lifted(prompt.slice(0, 4000));
  const spoken: string[] = [];
  const left: string[] = [];
  for (const sentence of text.split(SENTENCES)) {
    if (!/[\p{L}⟦]/u.test(sentence)) continue;
    const said = saidIn(sentence, quotations, language, values);
    if (said.length === 0) left.push(restored(sentence.trim(), quotations));
    spoken.push(...said);
  }
  return { said: spoken.slice(0, MAX_LITERAL).join(writing[language].spaces === 'none' ? '' : ' '), left };
}

function saidIn(
  sentence: string,
  quotations: readonly string[],
  language: Language,
  values: ReadonlySet<string>,
): string[] {
  const [instruction = '', ...rest] = sentence.split(/[:：]\s*/);
  if (asks(language).test(sentence) && !sentence.includes('⟦'))
    return rest.length > 0 && isReserved(instruction, language) ? [] : [rest.at(-1) ?? instruction];
  const instructed = spokenInstruction(sentence, language);
  if (instructed !== undefined) return claimsToBeHuman(instructed) ? [] : [instructed];
  if (isReserved(sentence, language)) return [];
  return [...sentence.matchAll(new RegExp(QUOTATION, 'g'))]
    .map(([, index]) => quotations[Number(index)] ?? '')
    .filter((words) => isSentence(words) && !values.has(words) && !claimsToBeHuman(words));
}

/** Greek asks with a semicolon, so that one ends a sentence too. */
const SENTENCES = /(?<=[.!?…؟;\u037e])\s+|(?<=[。！？])|\n+/u;

/** A value of the contact's is quoted too, but is no sentence. */
const isSentence = (quotation: string): boolean =>
  /[.!?。！？؟…]$/u.test(quotation) && (quotation.includes(' ') || quotation.length >= 6);
