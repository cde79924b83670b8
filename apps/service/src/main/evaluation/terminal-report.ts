import type { Evaluation, PersonEvaluation } from '../../workflows/evaluate-agent.ts';
import type { Place } from '../../workflows/evaluation/coverage.ts';
import {
  counted,
  endingInWords,
  endingsOf,
  everydayColumns,
  faultInWords,
  latencyWords,
  minutes,
  ofAll,
  peopleWords,
  problemsOf,
  share,
  shownAs,
  spendingWords,
  thinkers,
} from './evaluation-words.ts';

export type Paint = (colour: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;

const LABEL_CHARACTERS = 72;

/** The evaluation as lines for a terminal. */
export function terminalReport(evaluation: Evaluation, paint: Paint): string[] {
  const { agent, people, coverage } = evaluation;
  const width = Math.max(...people.map(({ digits }) => shownAs(digits).length));
  const flowFaults = evaluation.flowFaults.map(
    ({ rule, evidence }) => `  ${paint('red', rule)}: ${paint('dim', evidence)}`,
  );
  const problems = problemsOf(evaluation).flatMap(([what, where]) => [
    `  ${paint('red', what)}`,
    ...where.map(
      ({ digits, seed, callNumber, evidence }) =>
        `    ${shownAs(digits)}, seed ${seed}, call ${callNumber}: ${paint('dim', evidence)}`,
    ),
  ]);
  return [
    paint('bold', agent.name),
    paint('dim', `${agent.type}, ${agent.language}, at most ${counted(agent.duration, 'minute')}`),
    '',
    ...summary(evaluation, paint),
    '',
    paint('bold', 'Flow coverage: how many calls reached each step'),
    ...coverage.outline.flatMap((place) => outline(place, 0, paint)),
    '',
    paint('bold', `Simulated contacts: ${peopleWords(evaluation)}`),
    ...people.flatMap((person) => [
      `  ${person.isRight ? paint('green', '✓') : paint('red', '✗')} ${shownAs(person.digits).padEnd(width)}  ${person.who.padEnd(48)} ${paint('dim', endingsOf(person))}`,
      ...spendingOf(person).map((line) => `      ${paint('dim', line)}`),
    ]),
    ...testCases(evaluation, paint),
    ...everyday(evaluation, paint),
    ...(problems.length + flowFaults.length === 0
      ? []
      : ['', paint('bold', 'What went wrong'), ...flowFaults, ...problems]),
  ];
}

function testCases({ testCases: cases }: Evaluation, paint: Paint): string[] {
  if (cases.length === 0) return [];
  return [
    '',
    paint(
      'bold',
      `Test cases: ${ofAll({ right: cases.filter((one) => one.passed).length, total: cases.length })} pass`,
    ),
    ...cases.flatMap(({ name, passed, path, failures }) => [
      `  ${passed ? paint('green', '✓') : paint('red', '✗')} ${name}`,
      ...failures.map(
        ({ kind, of, expected, actual }) =>
          `      ${paint('red', `${kind} ${of}`)}: expected ${expected}, actual ${actual}`,
      ),
      `      ${paint('dim', path.map(({ label }) => shortened(label, 32)).join(' → '))}`,
    ]),
  ];
}

/** The rest is in the page and in the JSON. */
const MOST_FAULTS = 12;

function everyday({ everyday: found }: Evaluation, paint: Paint): string[] {
  if (found === undefined) return [];
  const { right, total } = found.conversations;
  const width = Math.max(...found.manners.map(({ who }) => who.length));
  const faults = found.manners.flatMap(({ who, calls }) =>
    calls.flatMap((call) =>
      [
        ...call.faults.map(faultInWords),
        ...call.breaches.map(({ rule, evidence }) => ({ what: rule, evidence })),
      ].map(({ what, evidence }) => `    ${who}, seed ${call.seed}: ${what}: ${paint('dim', evidence)}`),
    ),
  );
  const cells = (texts: readonly string[]) => texts.map((text) => text.padStart(10)).join('');
  return [
    '',
    paint('bold', `Everyday personas: ${right} of ${total} calls without a fault (${share(right, total)})`),
    `  ${''.padEnd(width)}${paint('dim', cells(everydayColumns.map(([name]) => name)))}`,
    ...found.manners.map(
      (one) => `  ${one.who.padEnd(width)}${cells(everydayColumns.map(([, of]) => ofAll(of(one))))}`,
    ),
    ...faults.slice(0, MOST_FAULTS),
    ...(faults.length > MOST_FAULTS
      ? [`    ${paint('dim', `and ${faults.length - MOST_FAULTS} more: --html or --json shows them`)}`]
      : []),
  ];
}

function summary(evaluation: Evaluation, paint: Paint): string[] {
  const { conversations, breaches, coverage, questions, calls, turns, durationSeconds, effort, cast } =
    evaluation;
  const judged = (isRight: boolean, text: string): string => paint(isRight ? 'green' : 'red', text);
  const rows: readonly (readonly [string, string])[] = [
    [
      'Outcomes',
      judged(
        conversations.right === conversations.total,
        `${conversations.right} of ${conversations.total} conversations ended as they should`,
      ),
    ],
    [
      'Rules',
      breaches === 0 ? judged(true, 'none broken') : judged(false, `broken ${counted(breaches, 'time')}`),
    ],
    [
      'Coverage',
      paint(
        coverage.visited === coverage.total ? 'green' : 'yellow',
        `${coverage.visited} of ${coverage.total} steps of the flow (${share(coverage.visited, coverage.total)})`,
      ),
    ],
    ['Questions', `${questions.answered} answered of ${questions.asked} asked`],
    [
      'Calls',
      `${calls.placed} placed, ${calls.answered} answered; ${counted(turns, 'turn')} in ${minutes(durationSeconds)} of simulated time`,
    ],
    ['Dialogue', `${thinkers(effort)}, asked ${counted(effort.asked, 'time')}: ${latencyWords(effort)}`],
    ...(effort.thinking.length === 0 ? [] : [['Models', spendingWords(effort.thinking)] as const]),
    ...(cast === undefined
      ? []
      : [
          [
            'Personas',
            `${judged(cast.trouble === undefined, cast.trouble ?? `${cast.played} played`)}; ${spendingWords(cast.thinking)}`,
          ] as const,
        ]),
  ];
  return rows.map(([name, text]) => `  ${name.padEnd(10)} ${text}`);
}

/** What each call took; nothing where rules did the thinking. */
const spendingOf = ({ conversations }: PersonEvaluation): string[] =>
  conversations.flatMap(({ seed, calls }) =>
    calls
      .filter(({ effort }) => effort.thinking.length > 0)
      .map(
        ({ number, ending, effort }) =>
          `seed ${seed}, call ${number}, ${endingInWords(ending)}: ${spendingWords(effort.thinking)}; ${latencyWords(effort)}`,
      ),
  );

function outline(place: Place, depth: number, paint: Paint): string[] {
  const { kind, label, detail, visits, answers } = place;
  const title = shortened(kind === 'branch' ? `if ${label}: ${detail}` : label);
  const count = visits === 0 ? 'never' : String(visits);
  const answered = answers === undefined || visits === 0 ? '' : paint('dim', `  answered ${answers}`);
  const line = `  ${paint(visits === 0 ? 'yellow' : 'dim', count.padStart(6))}  ${'  '.repeat(depth)}${kind === 'branch' ? paint('dim', title) : title}${answered}`;
  return [line, ...place.within.flatMap((inner) => outline(inner, depth + 1, paint))];
}

const shortened = (text: string, most = LABEL_CHARACTERS): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
};
