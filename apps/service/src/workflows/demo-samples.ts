import type { NewAgent } from '@parley/contract/agent.ts';
import { createAgent, listCompanyAgents } from '../domains/agents/agent.actions.ts';
import { createContact } from '../domains/contacts/contact.actions.ts';
import { createJob } from '../domains/jobs/job.actions.ts';
import type { Scope } from '../storage/scope.ts';

const YEAR_MS = 365 * 86_400_000;

export async function sampleJob(scope: Scope): Promise<void> {
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

export async function sampleContacts(scope: Scope): Promise<void> {
  const gdprExpiryDate = new Date(scope.now().getTime() + YEAR_MS).toISOString().slice(0, 10);
  for (const [firstName, lastName, phoneNumber] of people) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    const fields = { organization: 'Example Ltd', preferred_language: 'English' };
    await createContact(scope, { firstName, lastName, email, phoneNumber, gdprExpiryDate, fields }, false);
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

export async function sampleAgents(scope: Scope): Promise<void> {
  for (const agent of demoAgents) await createAgent(scope, agent);
}

/** The agent that shows most in a first call, if it is still there. */
export async function sampleCaller(scope: Scope): Promise<string | undefined> {
  const { data } = await listCompanyAgents(scope, { page: 1, limit: 100 });
  return data.findLast(({ type, custom }) => type === 'PHONE' && custom)?.id;
}
