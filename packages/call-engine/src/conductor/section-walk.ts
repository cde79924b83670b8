import {
  type PlanBranch,
  type PlanConditional,
  type PlanLooping,
  type PlanSection,
  type PlanSequential,
  questionsIn,
} from '../plan.ts';
import { Left, redecide, takeBranch } from './branch-choice.ts';
import type { Place } from './courtesy.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, runOutOfTime } from './ending.ts';
import { handOff } from './handoff.ts';
import { hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';
import { askAgain, askQuestion } from './question-round.ts';
import { remainingStatements } from './wording.ts';

const MOST_EXCHANGES = 8;

/** How a part of the flow was gone through; undefined: to its end, and the call goes on. */
type Walked = Ending | Left | undefined;

/** Goes through the whole flow; undefined when it came to its end. */
export async function followFlow(dialogue: Dialogue): Promise<Ending | undefined> {
  const walked = await walk(dialogue, dialogue.plan.sections, { isLast: true });
  // A section is left only from inside, and whoever follows it takes its next branch.
  return walked instanceof Left ? undefined : walked;
}

async function walk(dialogue: Dialogue, sections: readonly PlanSection[], place: Place): Promise<Walked> {
  for (const [index, section] of sections.entries()) {
    const { id: sectionId, title } = section;
    dialogue.decide({ kind: 'enter', sectionId, ...(title === undefined ? {} : { title }) });
    const later = sections.slice(index + 1);
    const within = lastUnless(place, () => later.every((each) => isSettled(dialogue, each)));
    const walked = (await follow(dialogue, section, within)) ?? (await catchUp(dialogue));
    if (walked !== undefined) return walked;
  }
  return undefined;
}

function follow(dialogue: Dialogue, section: PlanSection, place: Place): Promise<Walked> {
  switch (section.type) {
    case 'looping':
      return askAll(dialogue, section, place);
    case 'sequential':
      return talkAbout(dialogue, section, place);
    case 'conditional':
      return takeBranch(dialogue, section).then((branch) => followBranch(dialogue, section, branch, place));
    case 'human_handoff':
      return handOff(dialogue, [section], undefined, 'The flow passes the call on here.');
  }
}

/** Whether it is the last place is looked up when it matters: by then, what was to come may have been answered. */
const lastUnless = (place: Place, isNothingLeft: () => boolean): Place => ({
  get isLast() {
    return place.isLast && isNothingLeft();
  },
});

/** Nothing in it is left to say or ask. */
const isSettled = ({ findings }: Dialogue, section: PlanSection): boolean =>
  section.type === 'looping' && section.questions.every(({ id }) => findings.isSettled(id));

async function askAll(dialogue: Dialogue, { questions }: PlanLooping, place: Place): Promise<Walked> {
  for (const [index, question] of questions.entries()) {
    const later = questions.slice(index + 1);
    const within = lastUnless(place, () => later.every(({ id }) => dialogue.findings.isSettled(id)));
    const walked = (await askQuestion(dialogue, question, within)) ?? (await catchUp(dialogue));
    if (walked !== undefined) return walked;
  }
  return undefined;
}

/** A correction may change the branch as often as they like: each time, the call goes over to the right one. */
async function followBranch(
  dialogue: Dialogue,
  section: PlanConditional,
  branch: PlanBranch | undefined,
  place: Place,
): Promise<Walked> {
  let walked = branch === undefined ? undefined : await walk(dialogue, branch.sections, place);
  while (walked instanceof Left && walked.section === section)
    walked = walked.branch === undefined ? undefined : await walk(dialogue, walked.branch.sections, place);
  dialogue.route.close(section);
  return walked;
}

/**
 * What a correction made due: a section that is over and has another branch now, and questions whose answer was
 * withdrawn or is to be confirmed. Answers that were given before are kept.
 */
async function catchUp(dialogue: Dialogue): Promise<Walked> {
  for (;;) {
    const changed = await redecide(dialogue, { isOpenOnly: false });
    if (changed?.isOpen) return changed;
    if (changed !== undefined) {
      const walked = await followBranch(dialogue, changed.section, changed.branch, { isLast: false });
      if (walked !== undefined) return walked;
      continue;
    }
    const overdue = dialogue.findings.takeOverdue();
    if (overdue === undefined) return undefined;
    const question = questionsIn(dialogue.plan.sections).find(({ id }) => id === overdue);
    const walked = question === undefined ? undefined : await askAgain(dialogue, question, { isLast: false });
    if (walked !== undefined) return walked;
  }
}

const NOTHING_TO_SAY =
  'Without a language model there is nothing in its description, or nothing more, that is certain to be right.';

/**
 * The dialogue model finds the words for what is described; code decides how long it goes on. What they broke into is said
 * to its end, once: it carried information for them.
 */
async function talkAbout(dialogue: Dialogue, section: PlanSequential, place: Place): Promise<Walked> {
  const { findings } = dialogue;
  let rest = '';
  for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges += 1) {
    if (dialogue.isTimeUp()) return runOutOfTime(dialogue);
    const isResumed = rest !== '';
    const said = isResumed
      ? await dialogue.say(rest, 'They broke into it, and have not heard all of it.')
      : await dialogue.wordIfAny(
          { kind: 'section', section, exchanges },
          exchanges === 0 ? 'The section begins.' : 'There is more to say about it.',
        );
    if (said === undefined) {
      dialogue.decide({ kind: 'skip', sectionId: section.id, why: NOTHING_TO_SAY });
      return undefined;
    }
    const whole = dialogue.lastText;
    const { revisions } = findings;
    const reply = await hear(dialogue, { kind: 'talk', section }, place);
    if (reply.kind === 'end') return reply.ending;
    rest = said.isWhole || isResumed ? '' : remainingStatements(whole, said.text);
    if (reply.kind !== 'words') continue;

    findings.noteTalk();
    const isCorrected = findings.revisions > revisions;
    if (isCorrected) await dialogue.lead({ kind: 'accept_correction' }, 'They corrected an answer.');
    const left = await redecide(dialogue, { isOpenOnly: true });
    if (left !== undefined) return left;
    const { heard, understanding } = reply;
    const isDone = understanding.isDone !== false;
    if (understanding.question !== undefined) await answerInquiry(dialogue, understanding.question);
    else if (understanding.isOffTopic && !isDone)
      await dialogue.lead({ kind: 'back_to_topic' }, 'What they said is about something else.');
    else if (isDone && rest === '' && !isCorrected)
      dialogue.acknowledge(heard.text, 'The section has been dealt with.');
    if (isDone && rest === '') return undefined;
  }
  return undefined;
}
