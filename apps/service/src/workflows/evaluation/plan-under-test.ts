import type { CallPlan } from '@parley/call-engine/plan.ts';
import type { FieldValue } from '@parley/contract/contact-field.ts';
import { allTexts } from '../../domains/agents/agent-texts.model.ts';
import { compilePlan } from '../../domains/agents/call-plan.model.ts';
import { tokenValues } from '../../domains/agents/known-data.model.ts';
import { tokensOf } from '../../domains/agents/token.model.ts';
import type { ContactField } from '../../domains/contact-fields/contact-field.model.ts';
import { type Contact, timeZoneOfContact } from '../../domains/contacts/contact.model.ts';
import type { AgentUnderTest } from './agent-under-test.ts';
import { sampleContact, sampleJob } from './leanings.ts';

/** The plan of a call to the sample contact, with these properties. */
export function planUnderTest(
  { agent, company, catalog, job }: AgentUnderTest,
  properties: Partial<Contact>,
): CallPlan {
  const contact = { ...sampleContact, ...properties };
  const plan = compilePlan({
    agent,
    company,
    catalog,
    contact,
    job: job ?? (needsJob(agent) ? sampleJob : null),
    timeZone: timeZoneOfContact(contact, company.timezone),
  });
  return { ...plan, agent: { ...plan.agent, ...nowhere } };
}

/** Words are drawn by these ids: an agent gets the same evaluation wherever, and whenever, it was stored. */
const nowhere = { id: 'evaluated', versionId: 'draft' };

const needsJob = ({ focus }: AgentUnderTest['agent']): boolean => focus !== null && focus !== 'GENERIC';

const samples: Readonly<Record<ContactField['dataType'], (field: ContactField) => FieldValue>> = {
  string: ({ label }) => label,
  number: () => 7,
  bool: () => true,
  date: () => '2026-01-15',
  enum: ({ enumOptions, label }) => enumOptions[0] ?? label,
  tags: ({ label }) => [label],
};

/** The fields of the sample contact, with a value for each that a text of the agent mentions. */
export function sampleFields({ agent, catalog }: AgentUnderTest): Contact['fields'] {
  const mentioned = tokensIn(agent).flatMap((token) => {
    const field = catalog.get(token.replace(/^contact\./, ''));
    return field?.writable && token.startsWith('contact.')
      ? [[field.key, samples[field.dataType](field)]]
      : [];
  });
  return { ...Object.fromEntries(mentioned), ...sampleContact.fields };
}

/** Tokens that say nothing even to a contact with every field. The fields of a company without a database are not known. */
export function emptyTokens(underTest: AgentUnderTest): string[] {
  const { agent, company, catalog, job, companyId } = underTest;
  const contact = { ...sampleContact, fields: sampleFields(underTest) };
  const about = job ?? (needsJob(agent) ? sampleJob : null);
  const values = tokenValues({ agent, company, contact, catalog, job: about }, agent.language);
  return tokensIn(agent).filter(
    (token) => !values.has(token) && !(companyId === undefined && token.startsWith('contact.')),
  );
}

const tokensIn = (agent: AgentUnderTest['agent']): string[] => [
  ...new Set(allTexts(agent).flatMap(({ text }) => tokensOf(text))),
];
