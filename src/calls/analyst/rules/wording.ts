import type { CallOutcome } from '../../outcome.ts';

/** Everything the analyst says of its own, in one place. What the contact said stands in their language. */

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 120 ? line : `${line.slice(0, 119).trimEnd()}…`;
};
const quote = (text: string): string => `"${short(text)}"`;

export const compared = {
  missing: {
    refused: 'They would rather not answer, so there is nothing to score.',
    unanswered: 'It was asked and not answered.',
    unreached: 'The call ended before it was asked.',
  },
  unclear: (words: string): string =>
    `What they said, ${quote(words)}, could not be held against the ideal answer.`,
  number: (said: number, ideal: string): string => `They said ${said}; the ideal answer is ${quote(ideal)}.`,
  date: (said: string, wanted: string): string => `They named ${said}; the ideal answer means ${wanted}.`,
  choice: (words: string, wanted: string, isWanted: boolean): string =>
    `${quote(words)} ${isWanted ? 'takes' : 'does not take'} the wanted choice, ${quote(wanted)}.`,
  yesNo: (said: string, wanted: string, words: string): string =>
    said === 'unsure'
      ? `Wanted is a ${wanted}, and ${quote(words)} is neither yes nor no.`
      : `Wanted is a ${wanted}, and ${quote(words)} is a ${said}.`,
  words: (met: number, wanted: number, ideal: string): string =>
    `${met} of the ${wanted} things that the ideal answer ${quote(ideal)} names came up.`,
} as const;

const ended: Readonly<Record<CallOutcome['kind'], string>> = {
  finished: 'The call was held to its end.',
  handed_off: 'The call was passed on to a person.',
  message_taken: 'They asked for a person, and a message was taken.',
  max_duration: 'The time was up before the end.',
  hung_up: 'They left before the end.',
  voicemail: 'A machine answered.',
  callback: 'They asked to be called again at another time.',
  not_interested: 'They declined.',
  opt_out: 'They do not want to be called again.',
  agent_error: 'The call broke down for a technical reason.',
};

export const judged = {
  nobodySpoke: 'Nobody said anything.',
  ended,
  untold: 'They said nothing of it.',
  said: (words: string): string => `They said ${quote(words)}.`,
  answered: (question: string, words: string): string =>
    `Asked ${quote(question)}, they said ${quote(words)}.`,
} as const;

export const mood = {
  notes: (overall: string, words: readonly string[]): string | null => {
    const said = [...new Set(words)].slice(0, 6).map((word) => `"${word}"`);
    if (said.length > 0) return `Judged by words such as ${said.join(', ')}.`;
    return overall === 'neutral' ? 'Nothing they said shows a mood.' : 'Judged by how the call ended.';
  },
} as const;

export const evaluated = {
  strength: (question: string, words: string): string => `${short(question)} ${quote(words)}`,
  outcomeMet: (label: string, reason: string): string => `${label}: ${reason}`,
  weak: (question: string, reasoning: string, isRequired: boolean): string =>
    `${isRequired ? 'Required, and not met: ' : ''}${short(question)} ${reasoning}`,
  refused: (question: string): string => `They would rather not answer: ${short(question)}`,
  openQuestion: (question: string): string => `They asked, and got no answer: ${quote(question)}`,
  answeredOf: (answered: number, planned: number): string =>
    `${answered} of ${planned} questions were answered.`,
  score: (total: number): string => `The answers score ${total} of 100 against the ideal ones.`,
  outcomesMet: (labels: readonly string[]): string =>
    labels.length === 0 ? 'None of the outcomes was reached.' : `Reached: ${labels.join(', ')}.`,
  message: (text: string): string => `They left a message: ${quote(text)}`,
} as const;

export const summed = {
  who: (contact: string, company: string, agent: string, seconds: number): string =>
    `${contact} talked to ${agent} of ${company} for ${duration(seconds)}.`,
  nobody: (contact: string, company: string, agent: string): string =>
    `${agent} of ${company} called ${contact}, and nobody talked to it.`,
  machine: (contact: string, company: string, agent: string): string =>
    `${agent} of ${company} called ${contact} and reached a machine.`,
  answers: (parts: readonly string[]): string => `In short: ${parts.join('; ')}.`,
  noAnswers: 'None of the questions was answered.',
  callback: (words: string): string => `They want to be called again: ${quote(words)}`,
} as const;

function duration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${Math.round(seconds)} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}

export const rated = {
  nothing: 'Nothing was said that could be rated.',
  brokenOff: (outcome: CallOutcome, answered: number, planned: number): string =>
    `${ended[outcome.kind]} ${answered} of ${planned} questions had been answered.`,
  tooFewWords: (words: number, needed: number): string =>
    `Only ${words} words were heard; a level takes at least ${needed}.`,
  skillKnown: (skill: string): string => `Has what is required: ${skill}`,
  skillMissing: (skill: string): string => `Lacks what is required: ${skill}`,
  skillPartly: (skill: string): string => `Has only some of what is required: ${skill}`,
  skillUntold: (skill: string): string => `Required, and not talked about: ${skill}`,
  point: (question: string, words: string): string => `${short(question)} ${quote(words)}`,
  byParts: (rating: number, parts: number): string =>
    `The rating of ${rating} is the mean of ${parts === 1 ? '1 thing' : `${parts} things`}: what is wanted and there counts 100, what is there in part 50, what is not 0.`,
  byCourse: (rating: number): string =>
    `The rating of ${rating} tells how the talk went, its end and its tone: nothing in it was asked for points.`,
} as const;

export const spoken = {
  grammar: (level: string, length: number, links: number, slips: readonly string[]): string =>
    `About ${level}: ${length} words to a sentence, ${links} of 100 sentences joined by a word such as "because" or "although"${
      slips.length === 0 ? '.' : `, and slips such as ${slips.map((slip) => `"${slip}"`).join(', ')}.`
    } Estimated from the written words alone.`,
  vocabulary: (level: string, words: number, different: number): string =>
    `About ${level}: ${words} words, ${different} of them different. Estimated from the written words alone.`,
  demanded: (level: string): string => ` ${level} is wanted.`,
} as const;
