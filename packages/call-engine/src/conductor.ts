import type { Reply } from './conductor/attention.ts';
import type { ConductedCall } from './conductor/conducted-call.ts';
import { Dialogue } from './conductor/dialogue.ts';
import { type Ending, hungUp, optOut, overTime } from './conductor/ending.ts';
import { hear } from './conductor/hearing.ts';
import { answerInquiry } from './conductor/inquiry.ts';
import { meet } from './conductor/machine.ts';
import { confirmOptOut } from './conductor/opt-out.ts';
import { PartFailure } from './conductor/part-failure.ts';
import { heedObjection } from './conductor/recording-objection.ts';
import { askRecording } from './conductor/recording-question.ts';
import { followFlow } from './conductor/section-walk.ts';
import { messageOf, remainingText } from './conductor/wording.ts';
import type { FailedPart } from './journal.ts';
import type { CallFindings } from './outcome.ts';
import type { CallPlan } from './plan.ts';

/**
 * Conducts one call by its plan, from the first message to the end. Code decides what happens next and when the call
 * ends; the dialogue model only understands and words. The party's clock is the only clock, so the same inputs always
 * give the same call.
 */
export async function conduct(call: ConductedCall): Promise<CallFindings> {
  const dialogue = new Dialogue(call);
  const { outcome, why } = await converse(dialogue)
    .catch((error: unknown) => {
      if (dialogue.ending !== undefined) return dialogue.ending;
      if (error instanceof PartFailure && error.part === 'end') return takeLeave(dialogue);
      throw error;
    })
    .catch((error: unknown) => apologise(dialogue, error));
  dialogue.decide({ kind: 'end', outcome, why });
  if (outcome.kind !== 'handed_off') await dialogue.leave();
  await dialogue.rest();
  return dialogue.findings.of(outcome);
}

const converse = async (dialogue: Dialogue): Promise<Ending> =>
  (await listenFirst(dialogue)) ??
  (await open(dialogue)) ??
  (await askRecording(dialogue)) ??
  (await followFlow(dialogue)) ??
  (await close(dialogue));

/** A contact who interrupts the last message goes on at once. */
const LAST_PATIENCE_MS = 2_000;
const KEY_PATIENCE_MS = 500;

/** Ends the flow: only a wish that interrupts the last message can still change how the call ends. */
async function close(dialogue: Dialogue): Promise<Ending> {
  const why = 'Everything in the flow has been gone through.';
  const finished: Ending = { outcome: { kind: 'finished' }, why };
  const said = await dialogue.say(dialogue.plan.lastMessage.text, why);
  // A key that was pressed during the last words counts, too.
  if (said.isWhole && dialogue.plan.keypad?.optOut === undefined) return finished;

  const patienceMs = said.isWhole ? KEY_PATIENCE_MS : LAST_PATIENCE_MS;
  const options = { isLast: true, patienceMs, isSilenceFine: true };
  const reply = await hear(dialogue, { kind: 'presence' }, options);
  if (reply.kind === 'end') {
    const { kind } = reply.ending.outcome;
    return kind === 'hung_up' || kind === 'max_duration' ? finished : reply.ending;
  }
  if (reply.kind === 'words' && reply.understanding.question !== undefined) {
    await answerInquiry(dialogue, reply.understanding.question);
    await dialogue.word({ kind: 'goodbye' }, why);
  }
  return finished;
}

/** The reason, for operators. */
const failures: Record<FailedPart, string> = {
  understand: 'What was said could not be understood',
  word: 'No words were found',
  judge: 'A branch could not be decided',
  find: 'The knowledge could not be searched',
  answer: 'Their question could not be answered',
  party: 'The line failed',
  stop: 'The call was broken off',
  end: 'The call was ended',
};

/** An operator ended the call: the contact hears the last message, as at the end of the flow. */
async function takeLeave(dialogue: Dialogue): Promise<Ending> {
  const why = 'Somebody in the console ended the call.';
  dialogue.dropLeads();
  await dialogue.say(dialogue.plan.lastMessage.text, why);
  return { outcome: { kind: 'finished', isCutShort: true }, why };
}

/** Apologises, unless the line failed. If wording the apology fails too, it is skipped. */
async function apologise(dialogue: Dialogue, error: unknown): Promise<Ending> {
  const part = error instanceof PartFailure ? error.part : undefined;
  const what = part === undefined ? 'The conductor failed' : failures[part];
  const message = `${what}: ${messageOf(error)}`;
  dialogue.dropLeads();
  if (part !== 'party') await dialogue.word({ kind: 'technical_apology' }, message).catch(() => undefined);
  return { outcome: { kind: 'agent_error', message }, why: message };
}

/** Who picks up and says nothing waits for us: after so long we begin. */
const PICK_UP_MS = 1_200;
/** Sentences of a greeting that may be a machine's. */
const MOST_SENTENCES = 4;

/**
 * Whoever picks up speaks first, and is not talked over: the greeting ends, or a short silence shows that none comes.
 * Nobody has been asked anything yet, so of all wishes only an order never to call counts.
 */
async function listenFirst(dialogue: Dialogue): Promise<Ending | undefined> {
  if (!dialogue.speaksFirst) return undefined;
  for (let sentences = 0; sentences < MOST_SENTENCES; sentences += 1) {
    const heard = await dialogue.listen({ kind: 'opening' }, PICK_UP_MS);
    if (heard.kind === 'silence') return undefined;
    if (heard.kind === 'left') return hungUp('They left.');
    if (heard.kind === 'over') return overTime;
    if (heard.kind === 'returned' || heard.kind === 'keys') continue;
    const reply: Reply =
      heard.kind === 'words'
        ? {
            kind: 'words',
            heard,
            understanding: await dialogue.understand(heard, { kind: 'opening', isUnasked: true }),
          }
        : heard;
    if (reply.kind === 'words') await heedObjection(dialogue, reply.heard, reply.understanding);
    const met = await meet(dialogue, reply);
    if (met.kind === 'end') return met.ending;
    if (met.reply.kind === 'left') return hungUp('They left.');
    if (met.reply.kind === 'over') return overTime;
    // A machine may greet as people do, and has not heard us yet either.
    dialogue.hasMetPerson = false;
    const { neverAgain } = met.reply.kind === 'words' ? met.reply.understanding.wants : {};
    if (neverAgain === true) return optOut(dialogue);
    if (neverAgain === 'possible' || neverAgain === 'doubted') {
      const confirmed = await confirmOptOut(dialogue, neverAgain);
      if (confirmed !== undefined && 'outcome' in confirmed) return confirmed;
    }
    if (!dialogue.answerer.isSuspect) return undefined;
  }
  return undefined;
}

/** Most contacts reply to the greeting; one who does not is asked the first question. */
const GREETING_PATIENCE_MS = 3_000;
const MOST_GREETINGS = 3;

/**
 * Says the first message and finds out who answered. The contact has a right to hear that an AI is speaking, so what
 * they talked over, or a machine heard instead, is repeated.
 */
async function open(dialogue: Dialogue): Promise<Ending | undefined> {
  const options = { isLast: false, patienceMs: GREETING_PATIENCE_MS, isSilenceFine: true };
  let text = dialogue.plan.firstMessage.text;
  let isUnasked = true;
  dialogue.answerer.speakTo();
  for (let greetings = 1; greetings <= MOST_GREETINGS; greetings += 1) {
    const said = await dialogue.say(
      text,
      greetings === 1 ? 'Every call begins with the first message.' : 'They have not heard all of it.',
    );
    if (dialogue.speaksFirst && !said.isWhole && said.text === '') {
      // They were not done with their greeting, and have heard nothing of us.
      const ending = await listenFirst(dialogue);
      if (ending !== undefined) return ending;
      continue;
    }
    isUnasked &&= !ASKS.test(said.text);
    const reply = await hear(dialogue, { kind: 'opening', ...(isUnasked && { isUnasked }) }, options);
    if (reply.kind === 'end') return reply.ending;
    // A machine does not listen: who talks over us may still turn out to be one.
    if (!said.isWhole) dialogue.hasMetPerson = false;
    if (reply.kind === 'present') {
      // Whom a machine put through is greeted with what leads the next sentence.
      text = '';
      continue;
    }
    const { question, asksWho } = reply.kind === 'words' ? reply.understanding : {};
    if (said.isWhole) {
      if (question !== undefined) await answerInquiry(dialogue, question);
      return undefined;
    }
    text = remainingText(text, said.text);
    // "Who is this?" is answered by the rest of a message that is about to say so.
    const isAnsweredAnyway =
      asksWho && (text === dialogue.plan.firstMessage.text || namesUs(dialogue.plan, text));
    if (question !== undefined && !isAnsweredAnyway) await answerInquiry(dialogue, question);
  }
  dialogue.leadWith(text);
  return undefined;
}

/** In any of our languages; the Greek question mark looks like a semicolon. */
const ASKS = /[?？؟;\u037e]/u;

const namesUs = ({ company, agent }: CallPlan, text: string): boolean =>
  [company.name, agent.name].some((name) => name !== '' && text.includes(name));
