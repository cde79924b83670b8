import type {
  CallContext,
  Expectation,
  Turn,
  Understanding,
} from '@parley/call-engine/dialogue/dialogue-model.ts';
import type { TurnHead } from '@parley/call-engine/dialogue/llm/turn-reading.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { CallPlan, PlanQuestion, PlanSection, PlanSequential } from '@parley/call-engine/plan.ts';
import type { Script } from './model-server.ts';

/**
 * A script of the model server that answers as the rules do: it reads the prompt of a call, with quoted data in tags,
 * and replies in the requested format. The plan supplies what the prompt leaves out.
 */
export function rulesModelScript(plan: CallPlan, answeredAt: string): Script {
  const rules = rulesDialogueModel();
  return async ({ turn }) => {
    const context: CallContext = { plan, turns: turnsIn(turn), answeredAt, seed: 1 };
    const description = tagged('description', turn).at(-1);
    if (description !== undefined) {
      const quote = context.turns.findLast(({ speaker }) => speaker === 'contact')?.text ?? null;
      return JSON.stringify({ quote, ...(await rules.judge(description, context)) });
    }
    const asked = tagged('asked', turn).at(-1);
    if (asked !== undefined) {
      const passages = tagged('passage', turn).map((text) => ({ title: '', text }));
      const say = await rules.answer(asked, passages, context);
      const passage = passages.findIndex(({ text }) => text.includes(String(say))) + 1;
      return JSON.stringify({ passage, say: passage === 0 ? '' : say });
    }
    const kind = /^Expected: (\w+)\./m.exec(turn)?.[1];
    if (kind === undefined) return wording(plan, context, turn);
    const heard = tagged('heard', turn).at(-1) ?? '';
    const expectation = expectationIn(kind as Expectation['kind'], plan, turn);
    const understood = await rules.understand(heard, expectation, context);
    const next = nextAfter(understood, expectation);
    const say = next === 'acknowledge' ? await rules.word({ kind: next, heard }, context) : '';
    return JSON.stringify({ ...readingOf(understood, heard), next, say });
  };

  async function wording({ sections }: CallPlan, context: CallContext, turn: string): Promise<string> {
    const [prompt] = tagged('section', turn);
    const section = sequentialsIn(sections).find((one) => one.prompt === prompt);
    if (section !== undefined)
      return String(
        await rules.word({ kind: 'section', section, exchanges: turn.includes('Begin') ? 0 : 1 }, context),
      );
    const question = questionIn(sections, turn);
    return String(
      turn.includes('follow-up')
        ? await rules.word({ kind: 'clarify', question, heard: '' }, context)
        : await rules.word({ kind: 'ask_again', question, attempt: 1 }, context),
    );
  }
}

function expectationIn(kind: Expectation['kind'], plan: CallPlan, turn: string): Expectation {
  if (kind === 'answer') return { kind, question: questionIn(plan.sections, turn) };
  if (kind === 'choice') return { kind, labels: tagged('label', turn) };
  if (kind === 'talk') {
    const [prompt] = tagged('section', turn);
    return {
      kind,
      section: sequentialsIn(plan.sections).find((one) => one.prompt === prompt) as PlanSequential,
    };
  }
  if (kind === 'confirmation')
    return {
      kind,
      question: questionIn(plan.sections, turn),
      value: true,
      quote: tagged('said', turn).at(-1) ?? '',
    };
  return { kind };
}

/** An understanding in the reply format of a language model, with all that was heard as its evidence. */
export function readingOf(
  {
    wants,
    machine,
    question,
    asksWho,
    about,
    isOffTopic,
    isRefused,
    hasToldAlready,
    answer,
    isDone,
  }: Understanding,
  quote: string,
): Omit<TurnHead, 'next'> {
  const shown: Readonly<Record<string, unknown>> = {
    wants_person: wants.person,
    never_again: wants.neverAgain,
    not_interested: wants.notInterested,
    wrong_person: wants.wrongPerson,
    call_later: wants.later,
    goodbye: wants.goodbye,
    refuses: isRefused,
    voicemail: machine === 'voicemail',
    screening: machine === 'screening',
  };
  const plain: Readonly<Record<string, unknown>> = {
    repeat: wants.repeat,
    moment: wants.moment,
    told_already: hasToldAlready,
    off_topic: isOffTopic,
    unclear: answer?.isClear === false,
    done: isDone,
  };
  const details: Readonly<Record<string, string | null | undefined>> = {
    wants_person: wants.person?.label,
    call_later: wants.later?.at,
  };
  const those = (signs: Readonly<Record<string, unknown>>): string[] =>
    Object.keys(signs).filter((name) => signs[name] !== undefined && signs[name] !== false);
  const signs = [
    ...those(shown).map((sign) => ({ sign, quote, detail: details[sign] ?? null })),
    ...those(plain),
  ] as TurnHead['signs'];
  return {
    signs,
    answers: answer === undefined ? [] : [{ id: 'open', value: writtenValue(answer.value), quote }],
    asks: question === undefined ? null : { about: about ?? (asksWho ? 'who' : 'other'), quote: question },
  };
}

const writtenValue = (value: KnownValue): TurnHead['answers'][number]['value'] =>
  Array.isArray(value) ? [...value] : (value as string | number | boolean);

function nextAfter({ answer, isDone, wants }: Understanding, { kind }: Expectation): string {
  if (Object.keys(wants).length > 0) return 'none';
  if (kind === 'answer' && answer?.isClear) return 'acknowledge';
  return kind === 'talk' && isDone ? 'acknowledge' : 'none';
}

const turnsIn = (turn: string): Turn[] =>
  [...turn.matchAll(/^<(agent|contact)>([\s\S]*?)<\/\1>$/gm)].map(([, speaker, text]) => ({
    speaker: speaker as Turn['speaker'],
    text: unescaped(text ?? ''),
  }));

const tagged = (tag: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inside]) =>
    unescaped(inside ?? ''),
  );

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function questionIn(sections: readonly PlanSection[], turn: string): PlanQuestion {
  const text = tagged('question', turn).at(-1);
  return questionsIn(sections).find((question) => question.text === text) as PlanQuestion;
}

const questionsIn = (sections: readonly PlanSection[]): PlanQuestion[] =>
  sections.flatMap((section) =>
    section.type === 'looping'
      ? section.questions
      : section.type === 'conditional'
        ? section.branches.flatMap((branch) => questionsIn(branch.sections))
        : [],
  );

const sequentialsIn = (sections: readonly PlanSection[]): PlanSequential[] =>
  sections.flatMap((section) =>
    section.type === 'sequential'
      ? [section]
      : section.type === 'conditional'
        ? section.branches.flatMap((branch) => sequentialsIn(branch.sections))
        : [],
  );
