import type { CallPlan } from '../plan.ts';
import type { Dialogue } from './dialogue.ts';
import type { Ending } from './ending.ts';
import { hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';
import { remainingText } from './interrupted-text.ts';

/** Most contacts reply to the greeting; one who does not is asked the first question. */
const GREETING_PATIENCE_MS = 3_000;
const MOST_GREETINGS = 3;

/**
 * Says the first message and finds out who answered. The contact has a right to hear that an AI is speaking, so what
 * they talked over, or a machine heard instead, is repeated.
 */
export async function open(dialogue: Dialogue): Promise<Ending | undefined> {
  const options = { isLast: false, patienceMs: GREETING_PATIENCE_MS, isSilenceFine: true };
  let text = dialogue.plan.firstMessage.text;
  for (let greetings = 1; greetings <= MOST_GREETINGS; greetings += 1) {
    const said = await dialogue.say(
      text,
      greetings === 1 ? 'Every call begins with the first message.' : 'They have not heard all of it.',
    );
    const reply = await hear(dialogue, { kind: 'opening' }, options);
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
    const isToldAnyway =
      asksWho && (text === dialogue.plan.firstMessage.text || namesUs(dialogue.plan, text));
    if (question !== undefined && !isToldAnyway) await answerInquiry(dialogue, question);
  }
  dialogue.leadWith(text);
  return undefined;
}

const namesUs = ({ company, agent }: CallPlan, text: string): boolean =>
  [company.name, agent.name].some((name) => name !== '' && text.includes(name));
