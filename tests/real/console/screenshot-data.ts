import { setTimeout as sleep } from 'node:timers/promises';
import { WebCaller } from '@parley/testing/web-caller.ts';

/** A picture's name, and the address below /console that it shows; of what does not last, how to begin it. */
export type ScreenshotPage = readonly [name: string, path: string | (() => Promise<string>)];

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the service answers
type Ask = (method: string, path: string, body?: object) => Promise<any>;

interface Shown {
  readonly url: string;
  readonly key: string;
  readonly hookUrl: string;
}

const names = [
  ['Maria', 'Keller'],
  ['Tomasz', 'Nowak'],
  ['Amina', 'Diallo'],
  ['Jonas', 'Lindqvist'],
  ['Chiara', 'Romano'],
  ['Yusuf', 'Demir'],
  ['Hana', 'Svobodová'],
  ['Pierre', 'Lefèvre'],
  ['Noa', 'Levi'],
  ['Mateo', 'García'],
  ['Freya', 'Olsen'],
  ['Daniel', 'Okafor'],
  ['Elif', 'Kaya'],
  ['Marek', 'Kowalski'],
  ['Sofia', 'Papadaki'],
  ['Liam', 'Byrne'],
  ['Ines', 'Carvalho'],
  ['Viktor', 'Horváth'],
  ['Leila', 'Haddad'],
  ['Anton', 'Petrov'],
  ['Greta', 'Weiss'],
  ['Omar', 'Farouk'],
  ['Julia', 'Meier'],
  ['Kenji', 'Sato'],
] as const;
/** How each of them behaves on the telephone: most are helpful. */
const manners = [0, 0, 1, 0, 4, 0, 17, 12, 0, 2, 0, 8, 14, 0, 5, 0, 10, 0, 7, 0, 3, 0, 13, 0];
const WAIT_MS = 250;
const PATIENCE_MS = 180_000;

const flow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is the AI assistant of Northgate Logistics. I am calling about your application as a shift lead.',
  },
  sections: [
    {
      type: 'looping',
      title: 'About the work',
      questions: [
        {
          question: 'Are you still interested in the position?',
          key: 'interested',
          idealAnswer: 'Yes',
          importance: 'REQUIRED',
        },
        {
          question: 'How many years have you led a shift?',
          key: 'years',
          idealAnswer: 'At least five',
          importance: 'HIGH',
        },
        { question: 'When could you start?', key: 'start' },
      ],
    },
    {
      type: 'conditional',
      title: 'Only who wants to go on',
      branches: [
        {
          name: 'wants to visit',
          condition: { type: 'intent', description: 'The person would like to see the site.' },
          sections: [
            { type: 'sequential', prompt: 'Say that a colleague will write with a date for a visit.' },
          ],
        },
        {
          name: 'everybody else',
          condition: { type: 'expression', field: 'answer.interested', operator: 'EXISTS' },
          sections: [{ type: 'sequential', prompt: 'Say that we will be in touch within a week.' }],
        },
      ],
      defaultBranch: 'everybody else',
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye.' },
};

/** Lets the demo company work: runs of real calls on the simulated network, a webhook, a draft. Says what to look at. */
export async function screenshotData({ url, key, hookUrl }: Shown): Promise<readonly ScreenshotPage[]> {
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const webhook = await ask('POST', '/webhooks', {
    name: 'Applicant tracking',
    url: hookUrl,
    vocabulary: 'NEUTRAL',
    events: [
      'CONVERSATION_STARTED',
      'CONVERSATION_COMPLETED',
      'CONVERSATION_CANCELLED',
      'ANALYSIS_COMPLETED',
      'PING',
    ],
  });
  const agent = await ask('POST', '/agents', {
    name: 'Shift lead screening',
    duration: 10,
    flow,
    callingWindow: null,
    retryPolicy: { maxAttempts: 2, delaySeconds: 1 },
    analyticsConfig: {
      extractionTargets: [
        { key: 'years', label: 'Years as a shift lead', type: 'number' },
        { key: 'start', label: 'Earliest start', type: 'date' },
      ],
      outcomes: [{ label: 'Interested', description: 'The person wants the position.' }],
    },
  });
  const contactIds: string[] = [];
  for (const [place, [firstName, lastName]] of names.entries()) {
    const contact = await ask('POST', '/contacts', {
      firstName,
      lastName,
      email: `person${place}@example.com`,
      phoneNumber: `+1500555${String(manners[place] ?? 0).padStart(4, '0')}`,
      gdprExpiryDate: '2099-12-31',
      status: place % 3 === 0 ? 'APPLIED' : 'IN_PROCESS',
    });
    contactIds.push(contact.id);
  }
  const newRun = async (name: string, ids: readonly string[]) => {
    const run = await ask('POST', '/runs', { name, agentId: agent.id });
    await ask('POST', `/runs/${run.id}/contacts`, { contactIds: ids });
    return run.id as string;
  };
  const runId = await newRun('Shift leads, Leipzig', contactIds);
  const draftId = await newRun('Night shift, second round', contactIds.slice(0, 8));
  await ask('POST', `/runs/${runId}/launch`);
  await until(async () => {
    // Who asked for another day waits for it.
    const { progress } = await ask('GET', `/runs/${runId}`);
    return progress.queued + progress.inProgress <= 1 && progress.completed > 0;
  });
  const held = await ask('GET', '/conversations?status=COMPLETED&limit=20');
  const best = held.data.find((one: { analytics?: unknown }) => one.analytics) ?? held.data[0];
  const [job] = (await ask('GET', '/jobs')).data;
  const [company] = (await ask('GET', '/companies')).data;
  return [
    ['sign-in', '/sign-in'],
    ['overview', '/'],
    ['conversations', '/conversations'],
    ['conversation', `/conversations/${best.id}`],
    ['live-call', async () => `/conversations/${await liveCall(ask)}/live`],
    ['contacts', '/contacts'],
    ['contact-new', '/contacts/new'],
    ['contact-import', '/contacts/import'],
    ['contact', `/contacts/${best.contactId}`],
    ['contact-fields', '/contact-fields'],
    ['agents', '/agents'],
    ['agent-new', '/agents/new'],
    ['agent', `/agents/${agent.id}`],
    ['jobs', '/jobs'],
    ['job-new', '/jobs/new'],
    ['job', `/jobs/${job.id}`],
    ['runs', '/runs'],
    ['run', `/runs/${runId}`],
    ['run-draft', `/runs/${draftId}`],
    ['sourcing', '/sourcing'],
    ['webhooks', '/webhooks'],
    ['webhook', `/webhooks/${webhook.id}`],
    ['webhook-settings', `/webhooks/${webhook.id}?tab=settings`],
    ['usage', '/usage'],
    ['people', '/people'],
    ['account', '/account'],
    ['keys', '/keys'],
    ['companies', '/companies'],
    ['company', `/companies/${company.id}`],
  ];
}

/** Somebody who types is in the middle of a call: they have been asked, have answered, and are asked again. */
async function liveCall(ask: Ask): Promise<string> {
  const agent = await ask('POST', '/agents', { name: 'Shift lead screening, typed', type: 'ONLINE', flow });
  const contact = { firstName: 'Rosa', lastName: 'Winter', gdprExpiryDate: '2099-12-31' };
  const { id, onlineUrl } = await ask('POST', '/conversations', {
    agentId: agent.id,
    contact: { ...contact, email: 'rosa@example.com' },
  });
  const caller = new WebCaller(onlineUrl);
  await caller.join();
  const stream = await caller.follow();
  const heard = (words: RegExp) => stream.until(({ text }) => words.test(text ?? ''));
  await heard(/still interested/);
  await caller.type('Yes, very much so.');
  await heard(/How many years/);
  await caller.type('Six years, the last two at night.');
  await heard(/When could you start/);
  return id;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += WAIT_MS) {
    if (await isSo()) return;
    await sleep(WAIT_MS);
  }
  throw new Error('The calls did not come to an end');
}
