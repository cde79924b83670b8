import { needsModel } from '@parley/call-engine/dialogue/rules/section-wording.ts';
import type { PreflightView, Problem } from '@parley/contract/preflight.ts';
import {
  countryOfNumber,
  type LegalHours,
  type LegalHoursRule,
  nextAllowed,
} from '@parley/kernel/calling-law.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { searchable } from '@parley/kernel/text.ts';
import { localeOf } from '@parley/language/language.ts';
import type { SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import type { CompanyId } from '../../storage/sql.ts';
import {
  type Company,
  type CountryLimits,
  callBlockOf,
  type DestinationRule,
} from '../companies/company.model.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Agent } from './agent.model.ts';
import { allTexts, type Text, textsOf } from './agent-texts.model.ts';
import type { Flow, Section } from './flow.model.ts';
import { keysIn, reachFindings } from './flow-reach.model.ts';
import { tokenProblems } from './token-preflight.model.ts';

/** What this installation hears and speaks with. */
export interface CallSpeech {
  readonly languages: SpokenLanguages;
  /** Whether telephones ring; otherwise all calls stay on the simulated network, where nothing is heard. */
  readonly hasTelephone: boolean;
  /** Why a number is not called over the telephone; absent: any may be. */
  readonly blocked?: DestinationRule;
  /** Why calls over the telephone wait now, and until when at least; absent: they do not. */
  readonly wait?: { readonly words: string; readonly until: Date } | undefined;
  /** The hours that the law sets for calls to a number; absent: none. */
  readonly legalHours?: LegalHoursRule;
  /** A time that somebody names for a call is refused outside these hours. */
  readonly isStrict?: boolean;
}

export type ReadSpeech = (companyId: CompanyId) => Promise<CallSpeech>;

/** Whether a language model conducts a company's calls; otherwise the built-in rules do. */
export type HasModel = (companyId: CompanyId) => Promise<boolean>;

export interface PreflightInputs {
  readonly agent: Agent;
  readonly company: Pick<Company, 'name' | 'description'> & CountryLimits;
  readonly catalog: Catalog;
  readonly speech: CallSpeech;
  readonly hasModel: boolean;
  readonly availableMinutes: number;
  /** Why calls of so many minutes would be refused. */
  readonly refusal: (minutes: number) => string | undefined;
}

/** What was found of the contacts. */
export interface ContactFindings {
  readonly total: number;
  readonly callable: number;
  readonly tokens: readonly Problem[];
  readonly obstacles: readonly Problem[];
  readonly sharedNumbers: readonly Problem[];
  readonly laws: Laws;
  readonly jobs: readonly Problem[];
}

/** What would go wrong, without calling anyone. */
export function preflight({
  contacts,
  ...inputs
}: PreflightInputs & { readonly contacts: readonly Contact[] }): PreflightView {
  const { agent } = inputs;
  const speech = withinCountries(inputs.speech, inputs.company);
  const obstacles = contacts.map((contact) => obstaclesOf(agent, contact, speech));
  return reportOf(inputs, {
    total: contacts.length,
    callable: obstacles.filter((found) => found.length === 0).length,
    tokens: tokenProblems(inputs, contacts),
    obstacles: obstacles.flat(),
    sharedNumbers: sharedNumberProblems(contacts),
    laws: new Map(contacts.flatMap((contact) => lawOf(contact, speech))),
    jobs: jobProblems(agent, contacts),
  });
}

/** The findings of the contacts among those of the agent. */
export function reportOf(inputs: PreflightInputs, found: ContactFindings): PreflightView {
  const { agent, catalog, availableMinutes } = inputs;
  const speech = withinCountries(inputs.speech, inputs.company);
  const requiredMinutes = found.callable * agent.duration;
  const refused = requiredMinutes === 0 ? undefined : inputs.refusal(requiredMinutes);
  const problems: Problem[] = [
    ...(agent.flow === null ? [] : reachFindings(agent.flow, catalog)),
    ...(agent.flow === null ? [] : handoffProblem(agent.flow)),
    ...(agent.flow === null ? [] : destinationProblems(agent.flow.sections, speech, 'flow.sections')),
    ...(inputs.hasModel ? [] : promptProblems(agent)),
    ...found.tokens,
    ...targetProblems(agent),
    ...analyticsProblem(agent),
    ...languageProblem(agent, speech),
    ...(agent.type === 'PHONE' ? waitProblem(speech) : []),
    ...found.obstacles,
    ...(agent.type === 'PHONE' ? found.sharedNumbers : []),
    ...(agent.type === 'PHONE' ? hourProblems(agent, found.laws, speech) : []),
    ...found.jobs,
    ...(refused === undefined ? [] : [{ severity: 'error' as const, message: refused }]),
  ];
  return {
    ok: problems.every(({ severity }) => severity !== 'error'),
    contacts: { total: found.total, callable: found.callable },
    requiredMinutes,
    availableMinutes,
    problems,
  };
}

/** Why a contact cannot be called. */
export function obstaclesOf(
  agent: Agent,
  { id, phoneNumber, doNotCall }: Pick<Contact, 'id' | 'phoneNumber' | 'doNotCall'>,
  speech: CallSpeech,
): Problem[] {
  const blocked = agent.type === 'PHONE' && phoneNumber !== null ? blockedBy(speech, phoneNumber) : undefined;
  const problem = (message: string): Problem => ({ severity: 'error', contactId: id, message });
  return [
    ...(agent.type === 'PHONE' && phoneNumber === null ? [problem('The contact has no phone number')] : []),
    ...(blocked === undefined ? [] : [problem(`The number is not called: ${blocked}`)]),
    ...(doNotCall ? [problem('The contact asked never to be called')] : []),
  ];
}

const waitProblem = ({ hasTelephone, wait }: CallSpeech): Problem[] =>
  hasTelephone && wait
    ? [{ severity: 'warning', message: `Calls wait until ${wait.until.toISOString()}: ${wait.words}` }]
    : [];

/** The countries by the hours that their laws set. */
export type Laws = ReadonlyMap<LegalHours, string>;

/** The law that limits the hours of calls to a contact, if there is one. */
export function lawOf(
  { phoneNumber, fields }: Pick<Contact, 'phoneNumber' | 'fields'>,
  { hasTelephone, legalHours }: CallSpeech,
): [LegalHours, string][] {
  const hours = hasTelephone ? legalHours?.(phoneNumber, fields.timezone) : undefined;
  return hours === undefined ? [] : [[hours, countryOfNumber(phoneNumber) ?? '']];
}

/** One for each law: the hours that it sets, beside those of the agent. */
function hourProblems(
  { settings: { callingWindow } }: Agent,
  laws: Laws,
  { isStrict = false }: CallSpeech,
): Problem[] {
  const named = isStrict
    ? 'An explicit time outside them is refused'
    : 'A call with an explicit time is placed then, whatever the hour';
  return [...laws].map(([hours, country]) => {
    const who =
      hours.zones === undefined ? '' : ', in every time zone of it for contacts whose own is not known';
    return {
      severity: 'warning',
      path: 'callingWindow',
      message:
        nextAllowed(callingWindow, hours, hours.zones?.[0] ?? 'UTC', SOME_MONDAY) === undefined
          ? `The calling window is never open within the legal hours of ${country}${who} (${hours.source}): nobody is called there`
          : `Calls to ${country} also keep its legal hours${who} (${hours.source}). ${named}`,
    };
  });
}

/** What is asked holds in any week. */
const SOME_MONDAY = new Date('2026-11-16T00:00:00Z');

/** The company's countries count beside the operator's rules, as when the call is placed. */
export const withinCountries = (speech: CallSpeech, company: CountryLimits): CallSpeech => ({
  ...speech,
  blocked: (number) => callBlockOf(speech.blocked ?? (() => undefined), company, number),
});

const blockedBy = ({ hasTelephone, blocked }: CallSpeech, number: string): string | undefined =>
  hasTelephone ? blocked?.(number)?.words : undefined;

/** One number is called once at a time, so these wait for each other; simulated ones stand for any number of people. */
const sharedNumberProblems = (contacts: readonly Contact[]): Problem[] =>
  [...Map.groupBy(contacts, ({ phoneNumber }) => phoneNumber)]
    .filter(([number, same]) => number !== null && same.length > 1 && !SIMULATED_NUMBER.test(number))
    .flatMap(([, same]) => same)
    .map(({ id }) => ({
      severity: 'warning',
      contactId: id,
      message: SHARED_NUMBER,
    }));

export const SHARED_NUMBER =
  'Another contact of the list has the same phone number: they are called one after the other';

/** Whether calls can be heard and spoken in the agent's language. */
function languageProblem(agent: Agent, { languages, hasTelephone }: CallSpeech): Problem[] {
  const { type, language, settings } = agent;
  if (type === 'PHONE' && !hasTelephone) return [];
  const transcribes = languages.transcribes(language);
  const speaks = languages.speaks(language, settings.voice);
  if (transcribes && speaks) return [];
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(localeOf(language)) ?? language;
  const lacking = transcribes
    ? `No configured TTS speaks ${name}`
    : `No configured STT understands ${name}${speaks ? '' : ', and no TTS speaks it'}`;
  return [
    type === 'PHONE'
      ? {
          severity: 'error',
          path: 'language',
          message: `${lacking}: configure a vendor that does (PARLEY_STT, PARLEY_TTS) before you call anybody`,
        }
      : { severity: 'warning', path: 'language', message: `${lacking}: contacts type and read instead` },
  ];
}

/** A run may name one job for all, so this is no error yet. */
const jobProblems = ({ focus }: Agent, contacts: readonly Contact[]): Problem[] =>
  focus === null || focus === 'GENERIC'
    ? []
    : contacts
        .filter(({ jobIds }) => jobIds.length !== 1)
        .map(({ id, jobIds }) => ({
          severity: 'warning',
          contactId: id,
          message: `The agent needs a job, and the contact has ${jobIds.length === 0 ? 'none' : `${jobIds.length}`}: the conversation or run must name it`,
        }));

const handoffProblem = (flow: Flow): Problem[] =>
  textsOf(flow).some(({ isHandoff }) => isHandoff)
    ? []
    : [
        {
          severity: 'warning',
          path: 'flow.sections',
          message:
            'A contact who asks for a person can only leave a message: no section of the flow hands the call off',
        },
      ];

/** Handoffs to numbers that are not called. */
function destinationProblems(sections: readonly Section[], speech: CallSpeech, path: string): Problem[] {
  return sections.flatMap((section, index): Problem[] => {
    const place = `${path}[${index}]`;
    if (section.type === 'conditional')
      return section.branches.flatMap(({ sections: inner }, at) =>
        destinationProblems(inner, speech, `${place}.branches[${at}].sections`),
      );
    if (section.type !== 'human_handoff') return [];
    return section.destinations.flatMap(({ phoneNumber }, at) => {
      const why = blockedBy(speech, phoneNumber);
      const where = `${place}.destinations[${at}].phoneNumber`;
      return why === undefined
        ? []
        : [{ severity: 'error' as const, path: where, message: `The number is not called: ${why}` }];
    });
  });
}

/** Descriptions that ask for more than the rules say for certain: they leave it out, and the author should know. */
const promptProblems = (agent: Agent): Problem[] =>
  promptsOf(agent).flatMap(({ path, text, isPrompt }): Problem[] => {
    // What a token stands for is said between quotation marks, whatever it is.
    const left = isPrompt ? needsModel(text.replaceAll(/\{\{[^{}]*\}\}/g, '"X"'), agent.language) : [];
    return left.length === 0
      ? []
      : [
          {
            severity: 'warning',
            path,
            message: `This needs a language model: the built-in rules cannot carry out ${quoted(left)}. Put the sentence to be said between quotation marks, or configure PARLEY_MODEL`,
          },
        ];
  });

/** A generic agent's instructions are its flow. */
const promptsOf = ({ flow, focus, instructions }: Agent): Text[] => {
  if (flow !== null) return textsOf(flow);
  return focus === 'GENERIC' ? [{ path: 'instructions', text: instructions ?? '', isPrompt: true }] : [];
};

const MOST_QUOTED = 2;
const LONGEST_QUOTED = 80;

/** The first of them, in short. */
function quoted(sentences: readonly string[]): string {
  const shown = sentences
    .slice(0, MOST_QUOTED)
    .map((one) => `"${one.length > LONGEST_QUOTED ? `${one.slice(0, LONGEST_QUOTED).trimEnd()}…` : one}"`);
  const more = sentences.length - shown.length;
  return `${shown.join(' and ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** What calls are searched for has no effect on an agent without a flow: they are rated, and no more. */
function analyticsProblem({ flow, settings: { analyticsConfig } }: Agent): Problem[] {
  const { outcomes, tags, extractionTargets } = analyticsConfig;
  if (flow !== null || outcomes.length + tags.length + extractionTargets.length === 0) return [];
  return [
    {
      severity: 'warning',
      path: 'analyticsConfig',
      message:
        'Outcomes, tags and extracted values are found only in calls of an agent with a flow: the calls of this agent get a score. Give it a flow, or remove them',
    },
  ];
}

/**
 * Values to be found that no text of the agent speaks of. Words are compared without their endings; an agent
 * that has no flow decides for itself what it asks, so nothing is said of it.
 */
function targetProblems(agent: Agent): Problem[] {
  if (agent.flow === null) return [];
  const spoken = searchable(
    [...allTexts(agent).map(({ text }) => text), ...keysIn(agent.flow.sections)]
      .join(' ')
      .replaceAll('_', ' '),
  );
  return agent.settings.analyticsConfig.extractionTargets.flatMap(
    ({ key, label, description = '' }, index): Problem[] => {
      const words = searchable(`${key} ${label} ${description}`.replaceAll('_', ' '))
        .split(/[^\p{L}\p{N}]+/u)
        .filter(
          (word) => word.length > 3 || /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
        )
        .map((word) => (word.length > 6 ? word.slice(0, -2) : word));
      // Labels of short words only cannot be judged.
      return words.length === 0 || words.some((word) => spoken.includes(word))
        ? []
        : [
            {
              severity: 'warning',
              path: `analyticsConfig.extractionTargets[${index}]`,
              message: `Nothing in the flow seems to ask for "${label}"`,
            },
          ];
    },
  );
}
