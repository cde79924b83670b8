import type { Meaning } from './measured-call.ts';
import type { Dialogue, DialogueFile, Intent } from './understanding-set.ts';
import { moment, nothing, readingOf, writtenValue } from './utterance-meaning.ts';

const wishes: Readonly<Partial<Record<Dialogue['expect']['status'], Intent>>> = {
  do_not_call: 'never_call',
  callback: 'later',
  declined: 'not_interested',
  wrong_person: 'wrong_person',
  handed_off: 'human',
  voicemail: 'machine',
};

/**
 * What a dialogue tells of the meaning of its turns: the wish that it is expected to end with, in the last thing that
 * they say, and the answers to the open questions. Of what they say by the way it does not tell in which words.
 */
export function dialogueMeaning(file: DialogueFile, { person, expect }: Dialogue): Meaning {
  const said = Object.values(person.questions).map((says) => [says].flat());
  const last = said.at(-1)?.at(-1) ?? person.opening;
  const wish = wishes[expect.status];
  return ({ heard, question }) => {
    if (wish !== undefined && heard === last)
      return readingOf(
        wish,
        heard,
        expect.callback === undefined ? null : moment(expect.callback, file.timeZone),
      );
    const key = question?.key ?? '';
    const own = [person.questions[key] ?? []].flat();
    const expected = expect.answers?.[key];
    if (expected === undefined || heard !== own.at(-1)) return undefined;
    if (expected === null) return nothing;
    return { ...nothing, answers: [{ id: 'open', value: writtenValue(expected, heard), quote: heard }] };
  };
}
