import type { Focus } from '@parley/contract/agent.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import { writing } from '@parley/language/locale-tables.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Job } from '../jobs/job.model.ts';
import type { Agent } from './agent.model.ts';
import type { Flow, Question, Section } from './flow.model.ts';

/**
 * What an agent without a flow of its own says. Polite, of no gender where the language allows, and with what is
 * put in (`%`) behind a colon, where no language bends it.
 */
interface FlowPhrases {
  readonly greeting: string;
  readonly goodbye: string;
  /** GENERIC: invites the contact to speak or ask. */
  readonly open: string;
  /** SCREENING */
  readonly about: string;
  readonly interest: string;
  readonly skill: string;
  readonly language: string;
  readonly start: string;
  readonly salary: string;
  readonly place: string;
  /** LANGUAGE_TEST: asked to be answered at length */
  readonly introduce: string;
  readonly day: string;
  readonly problem: string;
  /** REFERENCE_CHECK */
  readonly confirm: string;
  readonly tasks: string;
  readonly quality: string;
  readonly again: string;
}

const flowPhrases = localeTables<FlowPhrases>('flow-phrases');

/**
 * The flow an agent follows: its own, or the one its focus makes of the instructions, the job and the contact.
 *
 * - GENERIC talks as its instructions say.
 * - SCREENING names the position and asks for interest, each of the first required skills and languages, the
 *   place, the start and the salary.
 * - LANGUAGE_TEST has the contact talk at length about three everyday things.
 * - REFERENCE_CHECK has each of the latest stations of the work history confirmed and described, then asks for
 *   an overall opinion.
 *
 * The ids are names, so that the same call is the same flow each time.
 */
export function flowOf(
  agent: Pick<Agent, 'flow' | 'focus' | 'language' | 'instructions'>,
  contact: Pick<Contact, 'workHistory'>,
  job: Pick<Job, 'details'> | null,
): Flow {
  if (agent.flow !== null) return agent.flow;
  const phrases = phrasesIn(agent.language);
  return {
    schemaVersion: 1,
    firstMessage: { id: 'first-message', type: 'first_message', text: phrases.greeting },
    sections: sectionsFor[agent.focus ?? 'GENERIC'](phrases, {
      language: agent.language,
      instructions: agent.instructions,
      workHistory: contact.workHistory,
      details: job?.details ?? {},
    }),
    lastMessage: { id: 'last-message', type: 'last_message', text: phrases.goodbye },
  };
}

export const goodbyeIn = (language: Language): string => phrasesIn(language).goodbye;

export const phrasesIn = (language: Language): FlowPhrases => flowPhrases[language];

interface Subject {
  readonly language: Language;
  readonly instructions: string | null;
  readonly workHistory: Contact['workHistory'];
  readonly details: Job['details'];
}

const isUnspaced = (language: Language): boolean => writing[language].spaces === 'none';

/** More would not fit into a call of fifteen minutes. */
const MAX_SKILLS = 5;
const MAX_LANGUAGES = 3;
const MAX_STATIONS = 3;

const sectionsFor: Readonly<Record<Focus, (phrases: FlowPhrases, subject: Subject) => readonly Section[]>> = {
  GENERIC: (phrases, { instructions }) => [
    {
      id: 'talk',
      type: 'sequential',
      prompt: instructions?.trim() || `Ask: “${phrases.open}”`,
    },
  ],

  SCREENING: (phrases, { language, details }) => [
    ask('screening', [
      question('interest', [phrases.about, phrases.interest].join(isUnspaced(language) ? '' : ' ')),
      ...(details.requiredSkills ?? [])
        .slice(0, MAX_SKILLS)
        .map((skill, index) => question(`skill-${index + 1}`, put(phrases.skill, skill))),
      ...(details.languageRequirements ?? [])
        .slice(0, MAX_LANGUAGES)
        .map((wanted, index) =>
          question(`language-${index + 1}`, put(phrases.language, languageName(wanted.language, language))),
        ),
      ...placeOf(details).map((place) => question('place', put(phrases.place, place))),
      question('start', phrases.start),
      question('salary', phrases.salary),
    ]),
  ],

  LANGUAGE_TEST: (phrases) => [
    ask('language-test', [
      question('introduction', phrases.introduce),
      question('day', phrases.day),
      question('problem', phrases.problem),
    ]),
  ],

  REFERENCE_CHECK: (phrases, { workHistory }) => [
    ...latest(workHistory).map((station, index) => {
      const known = [station.companyName, station.candidatePosition, period(station)]
        .filter(Boolean)
        .join(', ');
      return ask(`station-${index + 1}`, [
        ...(known === '' ? [] : [question(`confirmed-${index + 1}`, put(phrases.confirm, known))]),
        question(`tasks-${index + 1}`, phrases.tasks),
      ]);
    }),
    ask('opinion', [question('quality', phrases.quality), question('again', phrases.again)]),
  ],
};

const ask = (id: string, questions: readonly Question[]): Section => ({ id, type: 'looping', questions });

const question = (key: string, text: string): Question => ({ id: key, key, question: text });

/** Braces in a job or a work history are no tokens. */
const put = (phrase: string, value: string): string =>
  phrase.replace('%', () => value.replaceAll(/\{{2,}|\}{2,}/g, ' ').trim());

const placeOf = ({ location }: Job['details']): string[] =>
  location === undefined || location.workMode === 'REMOTE' || !location.city ? [] : [location.city];

/** A language given as a code is said by its name; anything else as it is written. */
function languageName(written: string, language: Language): string {
  if (!/^[A-Za-z]{2,3}$/.test(written)) return written;
  return (
    new Intl.DisplayNames([localeOf(language)], { type: 'language' }).of(written.toLowerCase()) ?? written
  );
}

const latest = (history: Contact['workHistory']): Contact['workHistory'] =>
  [...history]
    .sort((a, b) => (b.endDate ?? '9999').localeCompare(a.endDate ?? '9999'))
    .slice(0, MAX_STATIONS);

const period = ({ startDate, endDate }: Contact['workHistory'][number]): string =>
  [startDate, endDate]
    .filter(Boolean)
    .map((date) => date?.slice(0, 7))
    .join(' – ');
