import type { Analytics } from '@parley/contract/analysis.ts';
import type { ReasonCode, TranscriptLine } from '@parley/contract/conversation.ts';
import { type endings, MAX_TURNS, type NewTestCase } from '@parley/contract/test-case.ts';

type Ending = (typeof endings)[number];

/** How a call with this reason ends when it is played; a reason of the network says nothing about the agent. */
const endingsByReason: Readonly<Partial<Record<ReasonCode, Ending>>> = {
  HUNG_UP: 'hung_up',
  CALLBACK_REQUESTED: 'callback',
  NOT_INTERESTED: 'not_interested',
  HANDED_OFF: 'handed_off',
  MAX_DURATION: 'max_duration',
  OPT_OUT: 'opt_out',
  VOICEMAIL: 'voicemail',
};

const MAX_TURN = 500;
const MAX_VALUES = 100;
const MAX_VALUE = 1000;

/** A call as a test case: what the contact said, and its results as what must come of it. */
export function testCaseOf({
  name,
  transcript,
  reasonCode,
  results,
}: {
  readonly name: string;
  readonly transcript: readonly TranscriptLine[];
  readonly reasonCode: ReasonCode | null;
  readonly results: Pick<Analytics, 'qa' | 'outcomes'>;
}): NewTestCase {
  const ending = reasonCode === null ? 'finished' : endingsByReason[reasonCode];
  const values = results.qa
    .slice(0, MAX_VALUES)
    .map(({ id, answered, answer }) => [id, answered ? (answer?.slice(0, MAX_VALUE) ?? null) : null]);
  // A test case names one outcome; one that somebody corrected is what it is for.
  const met = results.outcomes.filter((outcome) => outcome.met);
  const outcome = met.find(({ correction }) => correction !== undefined) ?? met[0];
  return {
    name,
    turns: turnsOf(transcript).slice(0, MAX_TURNS),
    expect: {
      ...(values.length > 0 && { values: Object.fromEntries(values) }),
      ...(outcome && { outcome: outcome.key }),
      // Something must be expected: a call that went through is the least.
      ...((ending !== undefined || (values.length === 0 && !outcome)) && { ending: ending ?? 'finished' }),
    },
  };
}

/** What the contact says until the agent speaks again is one turn; what it says before the agent's first words is none. */
function turnsOf(transcript: readonly TranscriptLine[]): string[] {
  const turns: string[][] = [];
  let isTurnOpen = false;
  let hasAgentSpoken = false;
  for (const { speaker, text } of transcript) {
    const said = text.trim();
    if (speaker === 'AI') {
      hasAgentSpoken = true;
      isTurnOpen = false;
    } else if (hasAgentSpoken && said !== '') {
      if (!isTurnOpen) turns.push([]);
      turns.at(-1)?.push(said);
      isTurnOpen = true;
    }
  }
  return turns.map((said) => said.join(' ').slice(0, MAX_TURN));
}
