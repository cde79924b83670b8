import type { DialOrder, Line } from '@parley/call-engine/line.ts';
import type { Heard, Party, Said } from '@parley/call-engine/party.ts';
import type { CallPlan } from '@parley/call-engine/plan.ts';

const PATIENCE_MS = 6000;
/** A rude agent would ask for ever. */
const MOST_TIMES_ASKED = 4;

const questions = [
  'How many years of experience do you have?',
  'What is your notice period?',
  'On a scale from 1 to 10, how satisfied are you with our service?',
];

/** Three questions of a job interview, as the sections of a flow. */
export const screeningSections = [
  {
    type: 'looping',
    questions: [
      { question: 'Are you still interested in the position?', key: 'interested' },
      { question: 'How many years of experience do you have?', key: 'years' },
      { question: 'When could you start?', key: 'start' },
    ],
  },
];

/** The plan of a short call with three questions, for tests. */
export function planFor(over: Partial<CallPlan> = {}): CallPlan {
  return {
    agent: { id: 'agent-1', versionId: 'version-1', name: 'Tess' },
    company: { name: 'Northwind' },
    contact: {
      id: 'contact-1',
      firstName: 'Ada',
      lastName: 'Novak',
      gender: 'female',
      phoneNumber: '+15005550000',
    },
    language: 'EN',
    type: 'PHONE',
    focus: null,
    durationMinutes: 10,
    firstMessage: {
      id: 'first',
      text: 'Hello Ada, this is the AI assistant of Northwind. Do you have two minutes?',
    },
    sections: [
      { id: 's', type: 'looping', questions: questions.map((text, at) => ({ id: `q${at}`, text })) },
    ],
    lastMessage: { id: 'last', text: 'Thank you for your time. Goodbye!' },
    handoffs: [],
    prompt: [],
    knowledge: [],
    analysis: { extractionTargets: [], outcomes: [], tags: [] },
    known: { contact: {}, job: {} },
    hours: { timeZone: 'Europe/Prague', window: null },
    voicemail: { action: 'HANG_UP' },
    voice: { provider: null, voiceId: null, speed: 1 },
    ...over,
  };
}

export const orderFor = (over: Partial<DialOrder> = {}): DialOrder => ({
  attemptId: 'attempt-1',
  to: '+15005550000',
  from: null,
  attemptNumber: 1,
  ringTimeoutMs: 30_000,
  plan: planFor(),
  ...over,
});

/** Everything that happened in a call, in words. */
export interface Course {
  readonly steps: readonly string[];
  readonly transcript: readonly string[];
  readonly heard: readonly string[];
  readonly isLeft: boolean;
}

/** Dials, says the first message, asks the questions of the plan and says goodbye: no more than a tape could. */
export async function converse(line: Line, over: Partial<DialOrder> = {}): Promise<Course> {
  const order = orderFor(over);
  const steps: string[] = [];
  for await (const event of line.dial(order, new AbortController().signal)) {
    steps.push('code' in event ? `${event.kind} ${event.code}` : event.kind);
    if (event.kind === 'answered') return { steps, ...(await talk(event.party, order.plan)) };
  }
  return { steps, transcript: [], heard: [], isLeft: false };
}

async function talk(party: Party, plan: CallPlan): Promise<Omit<Course, 'steps'>> {
  const transcript: string[] = [];
  const heard: string[] = [];
  let isLeft = false;

  async function say(text: string): Promise<Said> {
    const said = await party.say(text).done;
    transcript.push(`${said.startMs}–${said.endMs} agent: ${said.text}${said.isWhole ? '' : ' —'}`);
    return said;
  }
  async function listen(): Promise<Heard> {
    const next = await party.listen(PATIENCE_MS);
    isLeft ||= next.kind === 'left';
    transcript.push(
      'text' in next ? `${next.startMs}–${next.endMs} contact: ${next.text}` : `${next.atMs} ${next.kind}`,
    );
    if ('text' in next) heard.push(next.text);
    return next;
  }
  /** Whether it was heard to its end, and something was said to it. */
  const exchange = async (text: string): Promise<boolean> => {
    const { isWhole } = await say(text);
    return (await listen()).kind === 'words' && isWhole;
  };

  await exchange(plan.firstMessage.text);
  for (const section of plan.sections) {
    if (section.type !== 'looping') continue;
    for (const { text } of section.questions) {
      for (let asked = 1; asked <= MOST_TIMES_ASKED && !isLeft; asked += 1) if (await exchange(text)) break;
    }
  }
  if (!isLeft) await exchange(plan.lastMessage.text);
  await party.leave();
  return { transcript, heard, isLeft };
}
