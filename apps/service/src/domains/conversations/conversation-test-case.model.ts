import type { Analytics } from '@parley/contract/analysis.ts';
import type { ReasonCode, TranscriptLine } from '@parley/contract/conversation.ts';
import { type ExpectedValue, type endings, MAX_TURNS, type NewTestCase } from '@parley/contract/test-case.ts';

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

type Results = Pick<Analytics, 'qa' | 'outcomes' | 'fields' | 'tags'>;

/** A call as a test case: what the contact said, and its results as what must come of it. */
export function testCaseOf({
  name,
  transcript,
  reasonCode,
  findings,
  results,
}: {
  readonly name: string;
  readonly transcript: readonly TranscriptLine[];
  readonly reasonCode: ReasonCode | null;
  /** Of the call itself: a reason code does not tell every ending from the others. */
  readonly findings: unknown;
  readonly results: Results;
}): NewTestCase {
  const expected = expectedResults(results);
  const isEmpty = Object.keys(expected).length === 0;
  const ending = endingOf(reasonCode, findings, isEmpty);
  return {
    name,
    turns: turnsOf(transcript).slice(0, MAX_TURNS),
    expect: {
      ...expected,
      // Something must be expected: a call that went through is the least.
      ...((ending !== undefined || isEmpty) && { ending: ending ?? 'finished' }),
    },
  };
}

function endingOf(
  reasonCode: ReasonCode | null,
  findings: unknown,
  isOnlyResult: boolean,
): Ending | undefined {
  const { outcome } = (findings ?? {}) as { outcome?: { kind: string; detail?: string } };
  // When the call is played, whoever it is passed to may answer, so that no message is taken.
  if (outcome?.kind === 'message_taken') return isOnlyResult ? 'message_taken' : undefined;
  if (outcome?.kind === 'not_interested' && outcome.detail === 'WRONG_PERSON') return 'wrong_person';
  return reasonCode === null ? 'finished' : endingsByReason[reasonCode];
}

/**
 * What the call tells and what somebody corrected. Of the extracted values and tags only the latter: another analysis
 * may put them in other words, and no test case should fail for that.
 */
function expectedResults({ qa, outcomes, fields, tags }: Results): NewTestCase['expect'] {
  const told = outcomes.filter(({ unknown, correction }) => !unknown || correction !== undefined);
  return {
    ...entries('values', qa, ({ id, answered, answer }) => [id, answered ? shortened(answer) : null]),
    ...entries('outcomes', told, ({ key, met, unknown }) => [key, unknown ? null : met]),
    ...entries('fields', fields.filter(isCorrected), ({ key, value }) => [
      key,
      shortened(value as ExpectedValue),
    ]),
    ...entries('tags', tags.filter(isCorrected), ({ key, applied }) => [key, applied]),
  };
}

const isCorrected = ({ correction }: { readonly correction?: unknown }): boolean => correction !== undefined;

/** Of one kind of results; without any, the kind is left out. */
const entries = <Kind extends string, Result, Value>(
  kind: Kind,
  results: readonly Result[],
  entryOf: (result: Result) => readonly [string, Value],
): { [K in Kind]?: Record<string, Value> } =>
  results.length === 0
    ? {}
    : ({ [kind]: Object.fromEntries(results.slice(0, MAX_VALUES).map(entryOf)) } as {
        [K in Kind]?: Record<string, Value>;
      });

const shortened = (value: ExpectedValue): ExpectedValue =>
  typeof value === 'string' ? value.slice(0, MAX_VALUE) : value;

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
