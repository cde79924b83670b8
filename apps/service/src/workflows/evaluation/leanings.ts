import type { KnownData, KnownValue } from '@parley/call-engine/expression.ts';
import type { Branch, ExpressionCondition, Section } from '../../domains/agents/flow.model.ts';
import type { Contact } from '../../domains/contacts/contact.model.ts';
import type { Job } from '../../domains/jobs/job.model.ts';

/** The contact that an agent is tested with, unless the flow needs other fields. */
export const sampleContact: Contact = {
  id: 'sample-contact',
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada.novak@example.com',
  phoneNumber: '+15005550000',
  status: 'UNDEFINED',
  gender: 'female',
  gdprExpiryDate: '2099-12-31',
  overallRating: null,
  workHistory: [
    { id: 'station-1', companyName: 'Example Ltd', candidatePosition: 'Clerk', startDate: '2021-02-01' },
    {
      id: 'station-2',
      companyName: 'Sample and Sons',
      candidatePosition: 'Assistant',
      startDate: '2018-09-01',
      endDate: '2021-01-31',
    },
  ],
  anonymizedCvText: null,
  sealedCvText: null,
  metadata: {},
  fields: {
    organization: 'Example Ltd',
    job_title: 'Clerk',
    preferred_language: 'English',
    timezone: 'Europe/Zurich',
    years_of_experience: 6,
  },
  doNotCall: false,
  jobIds: [],
  tags: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

/** The job for an agent that needs one, if the company has none. */
export const sampleJob: Job = {
  id: 'sample-job',
  companyId: 'sample-company',
  title: 'Customer support specialist',
  status: 'OPEN',
  details: {
    description: 'Helps customers by phone and chat, and writes down what they struggle with.',
    requiredSkills: ['Clear writing', 'Patience'],
    languageRequirements: [{ language: 'EN', proficiency: 'C1' }],
    contractType: 'FULL_TIME',
    location: { workMode: 'HYBRID', city: 'Brno', countryCode: 'CZ' },
    salary: { min: 45_000, max: 60_000, currency: 'EUR', period: 'YEARLY' },
  },
  metadata: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

/** What makes a contact take one way through a flow: their fields and their answers. */
export interface Leaning {
  readonly fields: Contact['fields'];
  /** By the key of the question. */
  readonly answers: KnownData;
}

/** First a neutral contact with these fields, then for each branch of the flow one who takes it. */
export function leaningsOf(
  sections: readonly Section[],
  fields: Contact['fields'],
): readonly [Leaning, ...Leaning[]] {
  const neutral: Leaning = { fields, answers: {} };
  return [neutral, ...towards(sections, neutral, [])];
}

/** `asked` are the keys of the questions that come before, the latest last. */
function towards(sections: readonly Section[], from: Leaning, asked: readonly string[]): Leaning[] {
  const keys = [...asked];
  return sections.flatMap((section) => {
    if (section.type === 'looping') keys.push(...section.questions.flatMap(({ key = [] }) => key));
    if (section.type !== 'conditional') return [];
    return section.branches.flatMap((branch) => {
      const leaning = leaningTo(branch, from, keys);
      return [...(leaning === from ? [] : [leaning]), ...towards(branch.sections, leaning, keys)];
    });
  });
}

function leaningTo({ condition }: Branch, from: Leaning, asked: readonly string[]): Leaning {
  if (condition.type === 'intent') {
    const key = asked.findLast((one) => !Object.hasOwn(from.answers, one));
    return key === undefined ? from : saying(from, key, inTheirWords(condition.description));
  }
  const { field, operator } = condition;
  const [, source, key = ''] = /^(contact|answer)\.(.+)$/s.exec(field) ?? [];
  if (source === 'contact') {
    const { [key]: _, ...others } = from.fields;
    const fields = operator === 'NOT_EXISTS' ? others : { ...others, [key]: satisfying(condition) };
    return { ...from, fields };
  }
  return source === 'answer' && operator !== 'NOT_EXISTS' ? saying(from, key, satisfying(condition)) : from;
}

const saying = (from: Leaning, key: string, value: KnownValue): Leaning => ({
  ...from,
  answers: { ...from.answers, [key]: value },
});

/** Turns "the person would recommend us" into "I would recommend us". */
const inTheirWords = (description: string): string =>
  description
    .trim()
    .replace(/^(the |a )?(person|contact|customer|candidate|client|caller|user)\b/i, 'I')
    .replace(/^(they|he|she)\b/i, 'I')
    .replace(/^I (is|has|wants|needs|would like|likes|asks|agrees|prefers)\b/, (_, verb: string) => {
      const own: Readonly<Record<string, string>> = { is: 'am', has: 'have', 'would like': 'would like' };
      return `I ${own[verb] ?? verb.replace(/s$/, '')}`;
    })
    .replace(/[.\s]+$/, '');

const DAY_MS = 86_400_000;

/** A value for which the condition holds. */
const satisfying = ({ operator, value }: ExpressionCondition): KnownValue =>
  operator === 'NOT_EXISTS' ? '' : (values[operator](value) as KnownValue);

const values: Readonly<
  Record<Exclude<ExpressionCondition['operator'], 'NOT_EXISTS'>, (value: unknown) => unknown>
> = {
  EXISTS: () => 'yes',
  EQUALS: (value) => value,
  NOT_EQUALS: (value) =>
    typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'something else',
  CONTAINS: (value) => value,
  GREATER_THAN: (value) => moved(value, 1),
  LESS_THAN: (value) => moved(value, -1),
  IN: (value) => (Array.isArray(value) ? value[0] : value),
};

/** A number or a day, the next or the one before. */
const moved = (value: unknown, by: number): unknown =>
  typeof value === 'string' && Number.isNaN(Number(value))
    ? new Date(Date.parse(value) + by * DAY_MS).toISOString().slice(0, 10)
    : Number(value) + by;
