import { speechOf } from '@parley/language/speech.ts';
import type { Answering } from '../answering.ts';
import { chosenOption, menuIn } from '../dialogue/rules/phone-menu.ts';
import type { Reply } from './attention.ts';
import { attend } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, hungUp } from './ending.ts';

/** How long a call screener may take to fetch its owner, who first reads or hears who is calling. */
const FETCHING_PATIENCE_MS = 20_000;
const MOST_SCREENINGS = 3;
/** Menus lead to menus, but not for ever. */
const MOST_MENUS = 8;
/** Between two of its sentences. */
const MENU_PATIENCE_MS = 3_000;
/** A greeting that goes on does so within this time, and so does its tone. */
const GREETING_PATIENCE_MS = 2_000;
/** How often the message may be interrupted: by each sentence of a long greeting, and by the tone. */
const MOST_MESSAGES = 5;

/** A person, perhaps put through by a call screener or a menu; or how the call ends at the machine. */
export type Met =
  | {
      readonly kind: 'met';
      readonly reply: Exclude<Reply, { readonly kind: 'beep' }>;
      readonly isPutThrough: boolean;
    }
  | { readonly kind: 'end'; readonly ending: Ending };

/** Handles voicemails, call screeners and menus. Once a person has spoken, machines are no longer expected. */
export async function meet(dialogue: Dialogue, first: Reply): Promise<Met> {
  let reply = first;
  let [screenings, menus] = [0, 0];
  for (;;) {
    const who = dialogue.hasMetPerson ? 'person' : whoReplies(dialogue, reply);
    const isPassedOn = screenings + menus > 0;
    switch (who) {
      case 'voicemail':
        return { kind: 'end', ending: await leaveMessage(dialogue, reply.kind === 'beep') };
      case 'fax':
        return { kind: 'end', ending: machineTook('A fax machine took the call.') };
      case 'menu':
        menus += 1;
        if (menus > MOST_MENUS) return { kind: 'end', ending: machineTook(NO_OPTION) };
        if (chooseOption(dialogue, reply)) break;
        // The key may still come.
        reply = await attend(dialogue, { kind: 'opening', isUnasked: true }, MENU_PATIENCE_MS);
        if (reply.kind !== 'words') return { kind: 'end', ending: machineTook(NO_OPTION) };
        continue;
      case 'screening':
        if (screenings === MOST_SCREENINGS) return { kind: 'end', ending: nobodyCame };
        screenings += 1;
        dialogue.answerer.passOn('screening');
        await dialogue.word({ kind: 'answer_screening' }, 'A machine asks who is calling.');
        break;
      case 'person':
        if (reply.kind === 'beep') break;
        if (reply.kind === 'words') dialogue.hasMetPerson = true;
        if (reply.kind === 'silence' && isPassedOn) return { kind: 'end', ending: nobodyCame };
        return { kind: 'met', reply, isPutThrough: isPassedOn };
    }
    reply = await attend(dialogue, { kind: 'opening', isUnasked: true }, FETCHING_PATIENCE_MS);
  }
}

function whoReplies({ answerer }: Dialogue, reply: Reply): Answering {
  if (reply.kind === 'beep') return reply.isFax ? 'fax' : answerer.byTone();
  if (reply.kind !== 'words') return 'person';
  const who = answerer.by(reply.heard, reply.understanding.machine);
  answerer.note(reply.heard);
  const { neverAgain } = reply.understanding.wants;
  // "Whenever I press nine you call again: stop it" is no menu.
  return who === 'menu' && neverAgain !== undefined && neverAgain !== 'faint' ? 'person' : who;
}

const nobodyCame = hungUp(
  'A machine asked who was calling, or to press a key, and nobody came to the phone.',
);

const machineTook = (why: string): Ending => ({ outcome: { kind: 'voicemail', isMessageLeft: false }, why });

const NO_OPTION = 'A telephone menu took the call, and none of its keys leads to whom the call is for.';

/** Presses the key for whom the call is for. False: there is none. */
function chooseOption(dialogue: Dialogue, reply: Reply): boolean {
  const { contact, menu, language } = dialogue.plan;
  const options = menuIn(speechOf(dialogue.answerer.said), language);
  const wanted = [...(menu?.wanted ?? []), `${contact.firstName} ${contact.lastName}`, contact.lastName];
  const option = reply.kind === 'words' ? chosenOption(options, wanted, language) : undefined;
  if (option === undefined) return false;
  dialogue.answerer.passOn('menu');
  return dialogue.press(option.key, `A menu has this key for ${JSON.stringify(option.label)}.`);
}

/** Leaves the message after the tone; if no tone comes in time, the message counts as left. */
async function leaveMessage(dialogue: Dialogue, isAfterTone: boolean): Promise<Ending> {
  const { voicemail } = dialogue.plan;
  if (voicemail.action === 'HANG_UP')
    return machineTook('A machine took the call; no message is to be left.');

  const why = 'A machine that takes messages took the call.';
  let isRecording = isAfterTone;
  let said = await dialogue.say(voicemail.message, why);
  for (let times = 1; times < MOST_MESSAGES && !(said.isWhole && isRecording); times += 1) {
    const heard = await dialogue.listen({ kind: 'opening' }, GREETING_PATIENCE_MS);
    if (heard.kind !== 'words' && heard.kind !== 'beep') break;
    if (heard.kind === 'words') dialogue.answerer.note(heard);
    isRecording ||= heard.kind === 'beep';
    // Said to its end it is said again only after a tone that came later.
    if (said.isWhole && (heard.kind === 'words' || heard.atMs <= said.startMs)) continue;
    const again = heard.kind === 'beep' ? 'It records only from its tone on.' : 'Its greeting had gone on.';
    said = await dialogue.say(voicemail.message, again);
  }
  return { outcome: { kind: 'voicemail', isMessageLeft: said.isWhole && said.text !== '' }, why };
}
