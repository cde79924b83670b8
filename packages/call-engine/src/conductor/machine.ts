import { type Answering, answeredBy } from '../answering.ts';
import type { Reply } from './attention.ts';
import { attend } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, hungUp } from './ending.ts';

/** How long a call screener may take to fetch its owner, who first reads or hears who is calling. */
const FETCHING_PATIENCE_MS = 20_000;
const MOST_SCREENINGS = 3;
/** A greeting that goes on does so within this time, and so does its tone. */
const GREETING_PATIENCE_MS = 2_000;
/** How often the message may be interrupted: by each sentence of a long greeting, and by the tone. */
const MOST_MESSAGES = 5;

/** A person, perhaps put through by a call screener; or how the call ends at the machine. */
export type Met =
  | {
      readonly kind: 'met';
      readonly reply: Exclude<Reply, { readonly kind: 'beep' }>;
      readonly isPutThrough: boolean;
    }
  | { readonly kind: 'end'; readonly ending: Ending };

/** Handles voicemails and call screeners. Once a person has spoken, machines are no longer expected. */
export async function meet(dialogue: Dialogue, first: Reply): Promise<Met> {
  let reply = first;
  for (let screenings = 0; ; screenings += 1) {
    const who = dialogue.hasMetPerson ? 'person' : whoReplies(reply, screenings > 0);
    if (who === 'voicemail')
      return { kind: 'end', ending: await leaveMessage(dialogue, reply.kind === 'beep') };
    if (reply.kind !== 'beep' && who === 'person') {
      if (reply.kind === 'words') dialogue.hasMetPerson = true;
      if (reply.kind === 'silence' && screenings > 0) return { kind: 'end', ending: nobodyCame };
      return { kind: 'met', reply, isPutThrough: screenings > 0 };
    }
    if (screenings === MOST_SCREENINGS) return { kind: 'end', ending: nobodyCame };
    await dialogue.word({ kind: 'answer_screening' }, 'A machine asks who is calling.');
    reply = await attend(dialogue, { kind: 'opening' }, FETCHING_PATIENCE_MS);
  }
}

function whoReplies(reply: Reply, hasScreened: boolean): Answering {
  if (reply.kind === 'beep') return answeredBy({ isBeep: true, hasScreened });
  if (reply.kind !== 'words') return 'person';
  const { text, startMs, endMs } = reply.heard;
  const { machine } = reply.understanding;
  return answeredBy({ text, spokenMs: endMs - startMs, hasScreened, ...(machine && { machine }) });
}

const nobodyCame = hungUp('A machine asked who was calling, and nobody came to the phone.');

/** Leaves the message after the tone; if no tone comes in time, the message counts as left. */
async function leaveMessage(dialogue: Dialogue, isAfterTone: boolean): Promise<Ending> {
  const { voicemail } = dialogue.plan;
  const end = (isMessageLeft: boolean, why: string): Ending => ({
    outcome: { kind: 'voicemail', isMessageLeft },
    why,
  });
  if (voicemail.action === 'HANG_UP') return end(false, 'A machine took the call; no message is to be left.');

  const why = 'A machine that takes messages took the call.';
  let isRecording = isAfterTone;
  let said = await dialogue.say(voicemail.message, why);
  for (let times = 1; times < MOST_MESSAGES && !(said.isWhole && isRecording); times += 1) {
    const heard = await dialogue.listen('opening', GREETING_PATIENCE_MS);
    if (heard.kind !== 'words' && heard.kind !== 'beep') break;
    isRecording ||= heard.kind === 'beep';
    // Said to its end it is said again only after a tone that came later.
    if (said.isWhole && (heard.kind === 'words' || heard.atMs <= said.startMs)) continue;
    const again = heard.kind === 'beep' ? 'It records only from its tone on.' : 'Its greeting had gone on.';
    said = await dialogue.say(voicemail.message, again);
  }
  return end(said.isWhole && said.text !== '', why);
}
