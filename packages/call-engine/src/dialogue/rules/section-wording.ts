import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import type { CallPlan, PlanSequential } from '../../plan.ts';
import type { CallContext } from '../dialogue-model.ts';
import { claimsToBeHuman, type Scene, spokenInstructions } from './english-instruction.ts';
import { isReserved, spokenInstruction } from './foreign-instruction.ts';
import { phrase } from './phrase-book.ts';
import { lifted, QUOTATION } from './quotation.ts';

/**
 * Opens a section that is only described. The description is an instruction and is never read aloud: what it
 * wants said is said, as far as rules can tell; else the section is announced by its title, or the contact is
 * invited to speak.
 */
export function sectionWords({ prompt, title }: PlanSequential, context: CallContext): string {
  const { plan } = context;
  const topic = title?.trim().replace(/[.:!。：]+$/u, '') || undefined;
  const spoken =
    plan.language === 'EN' ? spokenInstructions(prompt, sceneOf(context, topic)) : literally(prompt, plan);
  if (spoken !== '') return spoken;
  return topic === undefined
    ? phrase('section_open', context)
    : phrase('section_about', context, { title: topic });
}

/** The same once more, in short: what it asks, or else how it begins. */
export function sectionAgain(section: PlanSequential, context: CallContext): string {
  const sentences = sectionWords(section, context).split(SPOKEN_SENTENCES);
  const isAsked = asks(context.plan.language);
  return (sentences.findLast((sentence) => isAsked.test(sentence)) ?? sentences[0] ?? '').trim();
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

/** What any language shows by its marks: words in quotation marks, and questions; and what a few instruct plainly. */
function literally(prompt: string, plan: CallPlan): string {
  const { language, known, company } = plan;
  const { text, quotations } = lifted(prompt.slice(0, 4000));
  const values = new Set(
    [...Object.values(known.contact), ...Object.values(known.job), company.name].map(String),
  );
  const spoken = text.split(SENTENCES).flatMap((sentence) => {
    const [instruction = '', ...rest] = sentence.split(/[:：]\s*/);
    const isAsked = asks(language).test(sentence) && !sentence.includes('⟦');
    if (isAsked)
      return rest.length > 0 && isReserved(instruction, language) ? [] : [rest.at(-1) ?? instruction];
    const instructed = spokenInstruction(sentence, language);
    if (instructed !== undefined) return claimsToBeHuman(instructed) ? [] : [instructed];
    if (isReserved(sentence, language)) return [];
    return [...sentence.matchAll(new RegExp(QUOTATION, 'g'))]
      .map(([, index]) => quotations[Number(index)] ?? '')
      .filter((words) => isSentence(words) && !values.has(words) && !claimsToBeHuman(words));
  });
  return spoken.slice(0, MAX_LITERAL).join(writing[language].spaces === 'none' ? '' : ' ');
}

/** Greek asks with a semicolon, so that one ends a sentence too. */
const SENTENCES = /(?<=[.!?…؟;\u037e])\s+|(?<=[。！？])|\n+/u;

/** A value of the contact's is quoted too, but is no sentence. */
const isSentence = (quotation: string): boolean =>
  /[.!?。！？؟…]$/u.test(quotation) && (quotation.includes(' ') || quotation.length >= 6);
