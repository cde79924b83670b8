import type { Area } from './mutant.ts';

const folder = 'packages/call-engine/src/conductor';
const handoff = [`${folder}/handoff.test.ts`];
const hearing = [`${folder}/hearing.test.ts`];

export const conductor: Area = {
  name: 'conductor',
  tests: [
    'packages/call-engine/src/conductor.test.ts',
    'packages/call-engine/src/conductor.property.test.ts',
    `${folder}/question-round.test.ts`,
    `${folder}/dialogue.test.ts`,
  ],
  mutants: [
    {
      file: `${folder}/question-round.ts`,
      breaks: 'a question is given up after one repetition',
      old: 'asked <= MOST_TIMES_ASKED;',
      new: 'asked < MOST_TIMES_ASKED;',
    },
    {
      file: `${folder}/call-budget.ts`,
      breaks: 'a call of three minutes keeps only one for questions',
      old: 'durationMinutes > 3 ?',
      new: 'durationMinutes >= 3 ?',
    },
    {
      file: `${folder}/dialogue.ts`,
      breaks: 'the agent talks on when the time of the call is over',
      old: 'return this.#nowMs >= this.#budget.endMs;',
      new: 'return this.#nowMs > this.#budget.endMs + MINUTE_MS;',
    },
    {
      file: `${folder}/hearing.ts`,
      breaks: 'who asks never to be called again when the time is over is called again',
      old: "wants.neverAgain !== undefined && wants.neverAgain !== 'faint'",
      new: 'wants.notInterested',
      tests: [...hearing, `${folder}/courtesy.test.ts`, `${folder}/dialogue.test.ts`],
    },
    {
      file: `${folder}/hearing.ts`,
      breaks: 'a contact who stays silent at the last question is asked it again',
      old: "options.isSilenceFine ? reply : { kind: 'end', ending: await giveUp(dialogue) }",
      new: "options.isSilenceFine || options.isLast ? reply : { kind: 'end', ending: await giveUp(dialogue) }",
      tests: hearing,
    },
    {
      file: `${folder}/handoff.ts`,
      breaks: 'who asks never to be called again in the message they leave is called again',
      old: `  dialogue.findings.takeMessage(heard.text);
  const optedOut = await neverAgain(dialogue, understanding);`,
      new: `  dialogue.findings.takeMessage(heard.text);
  const optedOut = undefined;`,
      tests: [...handoff, `${folder}/courtesy.test.ts`],
    },
    {
      file: `${folder}/handoff.ts`,
      breaks: 'a contact whose transfer failed cannot leave a message',
      old: 'return takeMessage(dialogue, `${why} Nobody took the call.`);',
      new: "return endWith(dialogue, { kind: 'goodbye' }, { kind: 'message_taken' }, why);",
      tests: handoff,
    },
    {
      file: `${folder}/attention.ts`,
      breaks: 'a sentence is repeated once more than allowed',
      old: 'understanding.wants.repeat && repeats < MOST_REPEATS',
      new: 'understanding.wants.repeat && repeats <= MOST_REPEATS',
      tests: [...hearing, `${folder}/question-round.test.ts`, 'packages/call-engine/src/conductor.test.ts'],
    },
    {
      file: `${folder}/courtesy.ts`,
      breaks: 'the time that a contact names when asked for one is lost',
      old: 'confirmCallback(dialogue, again ?? wish)',
      new: 'confirmCallback(dialogue, wish)',
      tests: [`${folder}/courtesy.test.ts`],
    },
    {
      file: 'packages/call-engine/src/conductor.ts',
      breaks: 'a call that was passed on is hung up',
      old: "if (outcome.kind !== 'handed_off') await dialogue.leave();",
      new: 'await dialogue.leave();',
      tests: [...handoff, 'packages/call-engine/src/conductor.test.ts'],
    },
  ],
};
