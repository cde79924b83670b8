import type { NewAgent } from '@parley/contract/agent.ts';
import { permissions } from '@parley/contract/api-key.ts';
import type { Secret } from '@parley/kernel/secret.ts';
import { issueKey } from '../domains/access/api-key.actions.ts';
import { operatorLink } from '../domains/access/session.actions.ts';
import { createAgent, getAgent, listCompanyAgents } from '../domains/agents/agent.actions.ts';
import { openAccount } from '../domains/billing/account.actions.ts';
import { trialPlan } from '../domains/billing/price.model.ts';
import {
  createCompany,
  firstCompanyNamed,
  isInstallationEmpty,
} from '../domains/companies/company.actions.ts';
import type { Company } from '../domains/companies/company.model.ts';
import { createContact } from '../domains/contacts/contact.actions.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { createJob } from '../domains/jobs/job.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';

const YEAR_MS = 365 * 86_400_000;

async function sampleJob(scope: Scope): Promise<void> {
  await createJob(scope, {
    title: 'Customer support specialist',
    description: 'Helps customers by phone and chat, and writes down what they struggle with.',
    requiredSkills: ['Clear writing', 'Patience'],
    niceToHaveSkills: ['SQL'],
    languageRequirements: [{ language: 'EN', proficiency: 'C1' }],
    contractType: 'FULL_TIME',
    location: { workMode: 'HYBRID', city: 'Brno', countryCode: 'CZ' },
    salary: { min: 45_000, max: 60_000, currency: 'EUR', period: 'YEARLY' },
  });
}

/** Their numbers are those of the simulated network, where the last digits decide what happens. */
const people = [
  ['Ada', 'Novak', '+15005550000'],
  ['Bruno', 'Busy', '+15005550001'],
  ['Clara', 'Ring', '+15005550002'],
  ['Vera', 'Voicemail', '+15005550003'],
] as const;

/** The console's first steps leave samples out, and its list of contacts offers to delete them. */
const metadata = { isSample: true };
/** By which people tell them from their own contacts. */
const tags = ['demo'];

async function sampleContacts(scope: Scope): Promise<void> {
  const gdprExpiryDate = new Date(scope.now().getTime() + YEAR_MS).toISOString().slice(0, 10);
  for (const [firstName, lastName, phoneNumber] of people) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    const fields = { organization: 'Example Ltd', preferred_language: 'English' };
    const person = { firstName, lastName, email, phoneNumber, gdprExpiryDate, fields, tags, metadata };
    await createContact(scope, person, false);
  }
}

const surveyFlow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is an AI assistant. Do you have two minutes for our service?',
  },
  sections: [
    {
      type: 'looping',
      title: 'Satisfaction',
      questions: [
        {
          question: 'On a scale from 1 to 10, how satisfied are you with our service?',
          idealAnswer: 'Eight or more',
          importance: 'REQUIRED',
          key: 'satisfaction',
        },
        { question: 'What should we do better?', key: 'improvement' },
      ],
    },
    {
      type: 'conditional',
      title: 'What follows',
      branches: [
        {
          name: 'Unhappy',
          condition: {
            type: 'expression',
            field: 'answer.satisfaction',
            operator: 'LESS_THAN',
            value: 5,
          },
          sections: [
            { type: 'sequential', prompt: 'Apologise, and ask what went wrong.' },
            {
              type: 'human_handoff',
              title: 'Customer care',
              message: 'I am connecting you with our customer care.',
              phoneNumber: '+15005550000',
            },
          ],
        },
        {
          name: 'Recommends us',
          condition: { type: 'intent', description: 'The person would recommend the service to others.' },
          sections: [
            { type: 'looping', questions: [{ question: 'May we quote you on our website?', key: 'quote' }] },
          ],
        },
        {
          name: 'Everybody else',
          condition: { type: 'expression', field: 'answer.satisfaction', operator: 'EXISTS' },
          sections: [{ type: 'sequential', prompt: 'Thank the person for the honest answer.' }],
        },
      ],
      defaultBranch: 'Everybody else',
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you for your time, {{contact.first_name}}. Goodbye!' },
};

/** Any hour is a good one to try the service. */
const anyTime = { callingWindow: null } as const;

/** One of each kind: with instructions alone, with a flow, and on the web. */
export const demoAgents: readonly NewAgent[] = [
  {
    name: 'Reminder',
    focus: 'GENERIC',
    duration: 5,
    instructions: 'Remind the person of the appointment tomorrow at ten, and ask whether they will come.',
    guardrails: { forbiddenTopics: ['Prices'] },
    ...anyTime,
  },
  {
    name: 'Customer survey',
    duration: 10,
    flow: surveyFlow,
    contextConfig: { useContactContext: true },
    analyticsConfig: {
      extractionTargets: [{ key: 'satisfaction', label: 'Satisfaction', type: 'number' }],
      outcomes: [{ label: 'Would recommend us', description: 'The person would recommend the service.' }],
      tags: [{ label: 'Complaint', description: 'The person complained about something.' }],
    },
    ...anyTime,
  },
  {
    name: 'Web screening',
    type: 'ONLINE',
    focus: 'SCREENING',
    instructions: 'Find out whether the person fits the job and what they expect of it.',
    ...anyTime,
  },
];

async function sampleAgents(scope: Scope): Promise<void> {
  for (const agent of demoAgents) await createAgent(scope, agent);
}

/** The agent that shows most in a first call, if it is still there. */
async function sampleCaller(scope: Scope): Promise<string | undefined> {
  const { data } = await listCompanyAgents(scope, { page: 1, limit: 100 });
  return (await Array.fromAsync(data)).findLast(({ type, custom }) => type === 'PHONE' && custom)?.id;
}

const DEMO_NAME = 'Demo';
const DEMO_MINUTES = 1000;
/** Long enough that the trial does not end while somebody tries the service. */
const DEMO_DAYS = 365;

const actor = { kind: 'system', id: 'demo' } as const;

/**
 * What the demo company comes with, one entry for each kind of record. A domain that has something to show
 * adds its samples here.
 */
const samples: readonly ((scope: Scope) => Promise<void>)[] = [
  (scope) => openAccount(scope, trialPlan(DEMO_MINUTES), DEMO_DAYS),
  sampleJob,
  sampleContacts,
  sampleAgents,
];

/** The demo company with its samples, made in one transaction when it is not there yet. */
async function demoCompany(everywhere: Everywhere): Promise<Company> {
  const there = await firstCompanyNamed(everywhere, DEMO_NAME);
  if (there) return there;
  const company = await createCompany(everywhere, null, {
    name: DEMO_NAME,
    description: 'A company to try Parley with',
  });
  const scope = everywhere.within(company.id, actor);
  for (const sample of samples) await sample(scope);
  return company;
}

export interface Demo {
  readonly company: Company;
  readonly key: string;
  /** The agent for a first call; undefined if the sample agents were deleted. */
  readonly agentId: string | undefined;
}

/** Makes the demo company if it is missing, and a fresh test key with every scope. */
export function seedDemo(everywhere: Everywhere, pepper: Secret): Promise<Demo> {
  return everywhere.transaction(async (inside) => {
    const company = await demoCompany(inside);
    const wanted = {
      companyId: company.id,
      name: 'Demo key',
      scopes: [...permissions],
      environment: 'test' as const,
    };
    const { key } = await issueKey(inside, pepper, wanted, { actor, client: undefined });
    return { company, key, agentId: await sampleCaller(inside.within(company.id, actor)) };
  });
}

/** A web call of the demo company to whoever opens its page: the first thing to try. */
export async function demoConversation(
  everywhere: Everywhere,
  { company, agentId }: Demo,
): Promise<string | undefined> {
  if (agentId === undefined) return undefined;
  const scope = everywhere.within(company.id, actor);
  const gdprExpiryDate = new Date(scope.now().getTime() + YEAR_MS).toISOString().slice(0, 10);
  const contact = { firstName: 'Guest', lastName: 'Demo', gdprExpiryDate, tags, metadata };
  const agent = await getAgent(scope, agentId);
  return (await createConversation(scope, { agentId, contact }, false, { agent })).conversation.id;
}

export interface FirstStart extends Demo {
  /** The sign-in link of the operator, which opens the demo company. */
  readonly linkId: string;
}

/** On an installation without any company, seeds the demo; otherwise does nothing. */
export async function seedFirstStart(
  everywhere: Everywhere,
  pepper: Secret,
): Promise<FirstStart | undefined> {
  return everywhere.transaction(async (inside) => {
    // Processes that start at the same time wait for each other here; the second finds a company.
    if (!(await isInstallationEmpty(inside))) return undefined;
    const demo = await seedDemo(inside, pepper);
    return { ...demo, linkId: await operatorLink(inside, { companyId: demo.company.id }) };
  });
}
