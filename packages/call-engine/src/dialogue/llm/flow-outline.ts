import { instructionOf } from '../../filled-text.ts';
import { quoted } from '../../llm/quoted-data.ts';
import { type CallPlan, type PlanQuestion, type PlanSection, questionsIn } from '../../plan.ts';
import type { CallContext, Expectation } from '../dialogue-model.ts';
import { answerTypeOf, describedType } from './typed-answer.ts';

/** More would cost more to read than they are worth; the open question is always described. */
const MOST_QUESTIONS = 60;
const LONGEST_VALUE = 200;

/** The questions of the flow by the short names that the model knows them by. */
export const numberedQuestions = ({ sections }: CallPlan): ReadonlyMap<string, PlanQuestion> =>
  new Map(
    questionsIn(sections)
      .slice(0, MOST_QUESTIONS)
      .map((question, index) => [`q${index + 1}`, question]),
  );

const numberOf = (id: string, plan: CallPlan): string | undefined =>
  numberedQuestions(plan)
    .entries()
    .find(([, question]) => question.id === id)?.[0];

/** What the call is about, in the order of the flow. The ideal answers are not part of it. */
export function outlineOf(plan: CallPlan): string[] {
  const lines = plan.sections.flatMap((section) => outline(section, plan));
  return lines.length === 0 ? [] : ['', '# What the call is about, in this order', ...lines];
}

function outline(section: PlanSection, plan: CallPlan): string[] {
  switch (section.type) {
    case 'looping':
      return section.questions.map((question) => {
        const number = numberOf(question.id, plan);
        const type = describedType(answerTypeOf(question, plan));
        return number === undefined
          ? `- Question: ${quoted('question', question.text)}`
          : `- Question ${number}: ${quoted('question', question.text)} Value: ${type}.`;
      });
    case 'sequential':
      return [`- Section: ${instructionOf(section.prompt, plan)}`];
    case 'conditional':
      return section.branches.flatMap(({ sections }) => sections.flatMap((one) => outline(one, plan)));
    case 'human_handoff':
      return [];
  }
}

/** What is known by now, and what follows what is open. */
export function standing(expectation: Expectation, { plan, progress }: CallContext): string[] {
  const values = new Map(
    (progress?.answers ?? []).flatMap(({ questionId, value }) =>
      value === undefined ? [] : [[questionId, value] as const],
    ),
  );
  const numbered = [...numberedQuestions(plan)];
  const known = numbered.flatMap(([number, { id }]) => {
    const value = values.get(id);
    return value === undefined
      ? []
      : [`- ${number}: ${quoted('value', String(value).slice(0, LONGEST_VALUE))}`];
  });
  const open = expectation.kind === 'answer' ? expectation.question.id : undefined;
  const isAhead = (id: string): boolean =>
    !values.has(id) && (progress?.questions.some((one) => one.id === id) ?? true);
  const from = numbered.findIndex(([, { id }]) => id === open) + 1;
  const follows = numbered.slice(from).find(([, { id }]) => isAhead(id))?.[0];
  return [
    ...(known.length === 0 ? [] : ['Known so far:', ...known]),
    ...(expectation.kind === 'answer' || expectation.kind === 'opening'
      ? [`Next after this: ${follows ?? 'no other question'}.`]
      : []),
  ];
}
