import type { Dialogue } from './dialogue.ts';
import type { Ending } from './ending.ts';
import { hear } from './hearing.ts';
import { answerInquiry } from './inquiry.ts';

/** Most people say something when they are greeted; who does not is simply asked the first question. */
const GREETING_PATIENCE_MS = 3_000;
const MOST_GREETINGS = 3;

/**
 * Says who is calling and finds out who is there. The first message says that an AI is speaking, which they have a
 * right to hear: what they talked over, and what a machine heard in their place, is said again.
 */
export async function open(dialogue: Dialogue): Promise<Ending | undefined> {
  const manner = { isLast: false, patienceMs: GREETING_PATIENCE_MS, isSilenceFine: true };
  let text = dialogue.plan.firstMessage.text;
  for (let greetings = 1; greetings <= MOST_GREETINGS; greetings += 1) {
    const said = await dialogue.say(
      text,
      greetings === 1 ? 'Every call begins with the first message.' : 'They have not heard all of it.',
    );
    const reply = await hear(dialogue, { kind: 'opening' }, manner);
    if (reply.kind === 'end') return reply.ending;
    if (reply.kind === 'present') {
      // Whom a machine put through is greeted with what leads the next sentence.
      text = '';
      continue;
    }
    const question = reply.kind === 'words' ? reply.understanding.question : undefined;
    if (said.isWhole) {
      if (question !== undefined) await answerInquiry(dialogue, question);
      return undefined;
    }
    // Most of what people break in with ("who is this?") the rest of the message answers.
    if (question !== undefined) await dialogue.leadWithAnswer(question);
    text = unheard(text, said.text);
  }
  dialogue.leadWith(text);
  return undefined;
}

/** From the beginning of the sentence that was cut short. */
function unheard(text: string, heard: string): string {
  if (!text.startsWith(heard)) return text;
  let end = 0;
  for (const [sentence] of text.matchAll(/[^.!?。！？؟]*[.!?。！？؟]*\s*/gu)) {
    if (end + sentence.trimEnd().length > heard.length) break;
    end += sentence.length;
  }
  return text.slice(end);
}
