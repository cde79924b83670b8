import { searchable } from '@parley/kernel/text.ts';
import type { WorkMode } from './posting.model.ts';
import { anyOf, everywhere } from './posting-words.model.ts';
import { BETWEEN_TERMS } from './terms.parser.ts';

const kinds = {
  remote: anyOf(`${everywhere('remote')}|${everywhere('fromHome')}`),
  onsite: anyOf(everywhere('onsite')),
  hybrid: anyOf(everywhere('hybrid')),
  partly: anyOf(everywhere('partly')),
  maybe: anyOf(everywhere('maybe')),
  wholly: anyOf(everywhere('wholly')),
};
const REMOTE_SIGNS = new RegExp(everywhere('remoteSigns'));

const remote = `(?:${everywhere('remote')}|${everywhere('fromHome')})`;
const no = `(?:${everywhere('no')})`;
/** "No remote work", "Homeoffice ist hier nicht möglich", "Remote job: no". */
const NOT_REMOTE = anyOf(
  `${no}(?: \\p{L}+)? ${remote}|${remote}(?: \\p{L}+){0,5} ${no}(?: \\p{L}+)? (?:${everywhere('partly')}|${everywhere('maybe')})|${remote}(?: \\p{L}+)? ${no}$`,
);
/** On so many days of a week; five are all of it. */
const DAYS = anyOf(`(?:(\\d+)(?: \\d+)? )?(?:${everywhere('day')})`);

export const wordsOf = (text: string): string =>
  searchable(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What the words of one clause mean together. What may be is not yet so, unless a form has a field for it. */
function modeOf(clause: string, isField: boolean): WorkMode | undefined {
  if (kinds.hybrid.test(clause)) return 'HYBRID';
  const days = DAYS.exec(clause);
  const isOnSomeDays = days !== null && !(Number(days[1]) >= 5);
  const isWhole = kinds.wholly.test(clause);
  const isPart = !isWhole && (kinds.partly.test(clause) || isOnSomeDays);
  const isPossible = !isWhole && !isPart && kinds.maybe.test(clause);
  if (kinds.remote.test(clause) || REMOTE_SIGNS.test(clause)) {
    if (NOT_REMOTE.test(clause)) return 'ONSITE';
    if (isPart || kinds.onsite.test(clause)) return 'HYBRID';
    return isPossible ? (isField ? 'HYBRID' : undefined) : 'REMOTE';
  }
  if (!kinds.onsite.test(clause) || isPossible) return undefined;
  return isPart ? 'HYBRID' : 'ONSITE';
}

/** The way of working that a value states which is known to be about it. Two ways together are the mixture of both. */
export function workModeIn(value: string): WorkMode | undefined {
  const parts = value.slice(0, 500).replaceAll('_', ' ').split(BETWEEN_TERMS);
  const found = parts.flatMap((part) => modeOf(wordsOf(part), true) ?? []);
  if (found.includes('HYBRID') || (found.includes('REMOTE') && found.includes('ONSITE'))) return 'HYBRID';
  return found[0];
}

const ANSWER = anyOf(
  `${everywhere('no')}|${everywhere('partly')}|${everywhere('maybe')}|${everywhere('wholly')}`,
);
const YES = anyOf(everywhere('yes'));

/** The way of working that a label and its value state together: "Remote: no", "Télétravail : partiel". */
export function workModeUnder(label: string, value: string): WorkMode | undefined {
  const own = workModeIn(value);
  const answer = wordsOf(value);
  if (own !== undefined || answer.length > 30) return own;
  const isAnswer = ANSWER.test(answer) || (YES.test(answer) && ALONE.test(wordsOf(label)));
  return isAnswer ? workModeIn(`${label} ${value}`) : undefined;
}

const job = `(?:${everywhere('job')})`;
const work = `(?:${everywhere('job')}|${everywhere('work')})`;
const wholly = `(?:${everywhere('wholly')})`;
const beside = (one: string, other: string) => `${one}(?: \\p{L}+)? ${other}|${other}(?: \\p{L}+)? ${one}`;
const said: readonly RegExp[] = [
  NOT_REMOTE,
  anyOf(`${wholly} ${remote}|${remote} ${wholly}|${everywhere('remoteFirst')}`),
  // A share of the time, close to what it is a share of.
  anyOf(
    `(?:${everywhere('partly')})(?: \\p{L}+){0,2} ${remote}|${remote}(?: \\p{L}+){0,2} (?:${everywhere('partly')})`,
  ),
  anyOf(
    `[1-4] (?:${everywhere('day')})(?: \\p{L}+){0,4} (?:${remote}|${everywhere('onsite')})|(?:${remote}|${everywhere('onsite')})(?: \\p{L}+){0,3} [1-4] (?:${everywhere('day')})|\\p{L}+ (?:${everywhere('day')})(?: \\p{L}+)? ${remote}`,
  ),
  anyOf(beside(`(?:${everywhere('hybrid')}|${everywhere('onsite')})`, work)),
  anyOf(beside(`(?:${everywhere('remote')})`, job)),
];

/** Words that may stand in a note about the way of working without making it one about something else. */
const NOTE = new RegExp(
  [
    ...([
      'remote',
      'onsite',
      'hybrid',
      'partly',
      'maybe',
      'wholly',
      'no',
      'day',
      'job',
      'work',
      'anywhere',
    ] as const),
  ]
    .map((kind) => anyOf(everywhere(kind)).source)
    .concat(anyOf(everywhere('fromHome')).source, anyOf(`\\d+|\\p{L}{1,3}|${everywhere('week')}`).source)
    .join('|'),
  'gu',
);

const ALONE = anyOf(everywhere('remote'));
const REMOTE_TITLE = new RegExp(
  `[([|,-]\\s*(?:(?:${everywhere('titleWholly')}) )?(?:${everywhere('titleRemote')})\\b|^(?:${everywhere('titleRemote')})\\b`,
);
const HYBRID_TITLE = new RegExp(`[([|,-]\\s*(?:${everywhere('titleHybrid')})\\b`);

/**
 * The way of working that a text states of the job, out of its title, its notes and its sentences. A text mentions much
 * in passing: a word counts beside the job, with a share of the time, or where the note says nothing else.
 */
export function workModeSaid(title: string, notes: readonly string[], text: string): WorkMode | undefined {
  const inTitle = searchable(title);
  if (REMOTE_TITLE.test(inTitle)) return 'REMOTE';
  if (HYBRID_TITLE.test(inTitle)) return 'HYBRID';
  const found = new Set<WorkMode>();
  for (const note of notes) {
    const clause = wordsOf(note);
    const mode =
      clause.length > 60 || clause.replace(NOTE, '').trim() !== '' ? undefined : modeOf(clause, false);
    if (mode !== undefined && (mode !== 'REMOTE' || ALONE.test(clause))) found.add(mode);
  }
  for (const sentence of text.split(/[.!?;\n]/)) {
    const clause = sentence.length > 400 ? '' : wordsOf(sentence);
    const about = clause === '' ? undefined : said.map((one) => one.exec(clause)?.[0]).find(Boolean);
    const mode = about === undefined ? undefined : modeOf(about, false);
    if (mode !== undefined) found.add(mode);
  }
  if (found.has('HYBRID')) return 'HYBRID';
  return found.size === 1 ? [...found][0] : undefined;
}
