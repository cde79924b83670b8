import { type Expression, holds } from '../expression.ts';
import type { PlanBranch, PlanConditional, PlanLooping, PlanSection, PlanSequential } from '../plan.ts';
import type { Place } from './courtesy.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, runOutOfTime } from './ending.ts';
import { handOff } from './handoff.ts';
import { answerInquiry, hear } from './hearing.ts';
import { askQuestion } from './question-round.ts';
import { remainingStatements } from './wording.ts';

const MOST_EXCHANGES = 8;

/** Goes through sections in their order; undefined when they came to their end and the call goes on. */
export async function walk(
  dialogue: Dialogue,
  sections: readonly PlanSection[],
  { isLast }: Place,
): Promise<Ending | undefined> {
  for (const [index, section] of sections.entries()) {
    const { id: sectionId, title } = section;
    dialogue.decide({ kind: 'enter', sectionId, ...(title === undefined ? {} : { title }) });
    const place = { isLast: isLast && index === sections.length - 1 };
    const ending = await follow(dialogue, section, place);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

function follow(dialogue: Dialogue, section: PlanSection, place: Place): Promise<Ending | undefined> {
  switch (section.type) {
    case 'looping':
      return askAll(dialogue, section, place);
    case 'sequential':
      return talkAbout(dialogue, section, place);
    case 'conditional':
      return takeBranch(dialogue, section, place);
    case 'human_handoff':
      return handOff(dialogue, [section], undefined, 'The flow passes the call on here.');
  }
}

async function askAll(
  dialogue: Dialogue,
  { questions }: PlanLooping,
  { isLast }: Place,
): Promise<Ending | undefined> {
  for (const [index, question] of questions.entries()) {
    const place = { isLast: isLast && index === questions.length - 1 };
    const ending = await askQuestion(dialogue, question, place);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

async function takeBranch(
  dialogue: Dialogue,
  section: PlanConditional,
  place: Place,
): Promise<Ending | undefined> {
  const branch = await chooseBranch(dialogue, section);
  return branch === undefined ? undefined : walk(dialogue, branch.sections, place);
}

/**
 * The dialogue model finds the words for what is described; code decides how long it goes on. What they broke into is said
 * to its end, once: it carried information for them.
 */
async function talkAbout(
  dialogue: Dialogue,
  section: PlanSequential,
  place: Place,
): Promise<Ending | undefined> {
  let rest = '';
  for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges += 1) {
    if (dialogue.isTimeUp()) return runOutOfTime(dialogue);
    const isResumed = rest !== '';
    const said = isResumed
      ? await dialogue.say(rest, 'They broke into it, and have not heard all of it.')
      : await dialogue.word(
          { kind: 'section', section, exchanges },
          exchanges === 0 ? 'The section begins.' : 'There is more to say about it.',
        );
    const whole = dialogue.lastText;
    const reply = await hear(dialogue, { kind: 'talk', section }, place);
    if (reply.kind === 'end') return reply.ending;
    rest = said.isWhole || isResumed ? '' : remainingStatements(whole, said.text);
    if (reply.kind !== 'words') continue;

    dialogue.findings.noteTalk();
    const { heard, understanding } = reply;
    const isDone = understanding.isDone !== false;
    if (understanding.question !== undefined) await answerInquiry(dialogue, understanding.question);
    else if (understanding.isOffTopic && !isDone)
      await dialogue.lead({ kind: 'back_to_topic' }, 'What they said is about something else.');
    else if (isDone && rest === '') dialogue.acknowledge(heard.text, 'The section has been dealt with.');
    if (isDone && rest === '') return undefined;
  }
  return undefined;
}

/** The first branch that matches, else the default, else none. Only intents need the dialogue model. */
async function chooseBranch(
  dialogue: Dialogue,
  { id, branches, defaultBranchId }: PlanConditional,
): Promise<PlanBranch | undefined> {
  for (const branch of branches) {
    const reason = await reasonFor(dialogue, id, branch);
    if (reason === undefined) continue;
    dialogue.findings.takeBranch(id, branch.id, `"${branch.name}": ${reason}`);
    return branch;
  }
  const fallback = branches.find((branch) => branch.id === defaultBranchId);
  dialogue.findings.takeBranch(
    id,
    fallback?.id ?? null,
    fallback === undefined
      ? 'No branch holds and there is no default: the section is skipped.'
      : `"${fallback.name}": no branch holds, and this is the default.`,
  );
  return fallback;
}

/** Why the branch matches; undefined when it does not. */
async function reasonFor(
  dialogue: Dialogue,
  sectionId: string,
  { id: branchId, condition }: PlanBranch,
): Promise<string | undefined> {
  if (condition.type === 'expression')
    return holds(condition, dialogue.findings.known, dialogue.plan.language)
      ? `${inWords(condition)} holds.`
      : undefined;
  const { description } = condition;
  dialogue.decide({ kind: 'judge', sectionId, branchId, description });
  const judgement = await dialogue.judge(description);
  return judgement.holds ? judgement.reason : undefined;
}

const inWords = ({ field, operator, value }: Expression): string =>
  [field, operator, ...(value === undefined ? [] : [JSON.stringify(value)])].join(' ');
