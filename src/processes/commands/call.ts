import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AnalysisResult, TAKEOVER_MS } from '../../domains/conversations/call-analysis.model.ts';
import type { ReasonCode } from '../../domains/conversations/call-attempt.model.ts';
import { analyticsWords, clockTime, generalWords } from '../analysis-words.ts';
import { endingWords } from '../call-ending-words.ts';
import { ConfigError } from '../config.ts';
import { RemoteService } from '../remote-service.ts';
import type { Command } from './command.ts';

export const callCommand: Command = {
  help: `Usage: parley call --key KEY --agent ID|NAME --phone NUMBER [--name "FIRST LAST"] [--job ID|TITLE] [--url ADDRESS]

Places a call through a running service and shows it as it happens. With a test key the call goes to the
simulated telephone network: +15005550000 is somebody helpful, +15005550007 asks for a human at once.

  --key     An API key; default the environment variable PARLEY_KEY.
  --agent   The agent's id or its name.
  --phone   Whom to call, with + and the country code.
  --name    Who that is; default "Test Person".
  --job     What the call is about, by id or by title; some agents need one.
  --url     Where the service runs; default as this machine's settings say.`,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        key: { type: 'string' },
        agent: { type: 'string' },
        phone: { type: 'string' },
        name: { type: 'string', default: 'Test Person' },
        job: { type: 'string' },
        url: { type: 'string' },
      },
    });
    if (!values.agent) throw new ConfigError('--agent must name an agent.');
    if (!values.phone) throw new ConfigError('--phone must name a telephone number.');
    const service = RemoteService.at(values);
    const conversation = await place(service, { ...values, agent: values.agent, phone: values.phone });
    await show(service, conversation.id);
  },
};

const YEAR_MS = 365 * 86_400_000;

async function place(
  service: RemoteService,
  { agent, phone, name, job }: { agent: string; phone: string; name: string; job?: string },
) {
  const [firstName = 'Test', ...rest] = name.split(/\s+/);
  return service.send<{ id: string }>('POST', '/conversations', {
    agentId: await service.agentId(agent),
    ...(job === undefined ? {} : { jobId: await service.jobId(job) }),
    contact: {
      firstName,
      lastName: rest.join(' ') || 'Person',
      phoneNumber: phone,
      gdprExpiryDate: new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
    },
  });
}

/** To the end of the call that was placed; further ones may be hours away. */
async function show(service: RemoteService, id: string): Promise<void> {
  console.log(`Conversation ${id}`);
  const events = service.events(`/conversations/${id}/events`);
  for await (const { event, data } of tillItBreaks(events)) {
    const told = data as Record<string, unknown>;
    const line = shown(event, told);
    if (line !== undefined) console.log(line);
    if (event === 'end' || (event === 'status' && isOver(told)))
      return sayWhatFollows(service, id, told.callAttemptId);
  }
  throw new ConfigError(
    `The service stopped, or the connection to it broke, while the call was under way. The call may still end by itself: once the service runs, GET /conversations/${id} tells what became of it.`,
  );
}

/** What a connection that breaks has brought until then. */
async function* tillItBreaks<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    // What the service itself refuses is told as it is.
    if (error instanceof ConfigError) throw error;
  }
}

const isOver = ({ attemptStatus }: Record<string, unknown>): boolean =>
  attemptStatus !== null && attemptStatus !== 'SCHEDULED' && attemptStatus !== 'IN_PROGRESS';

interface Followed {
  readonly status: string;
  readonly scheduledAt: string | null;
  readonly finishedDate: string | null;
  readonly callAttempts: readonly {
    readonly id: string;
    readonly reasonCode: ReasonCode | null;
    readonly notes: string | null;
  }[];
  readonly analysis?: Omit<AnalysisResult, 'analytics'> & {
    readonly general: { readonly status: number };
  };
  readonly analytics?: NonNullable<AnalysisResult['analytics']>;
}

async function sayWhatFollows(service: RemoteService, id: string, attemptId: unknown): Promise<void> {
  const conversation = await service.send<Followed>('GET', `/conversations/${id}`);
  const call = conversation.callAttempts.find((attempt) => attempt.id === attemptId);
  if (conversation.status === 'COMPLETED' && !(await sayWhatCame(service, id))) {
    const { finishedDate } = conversation;
    console.log(stillBeingMade(finishedDate === null ? Date.now() : Date.parse(finishedDate)));
  }
  console.log(`Result        ${endingWords(conversation, call)}`);
  if (typeof attemptId === 'string') console.log(`Why it went so: npx parley replay ${attemptId}`);
}

const LOOK_MS = 100;
/** The analysis takes a moment; one that takes longer is not waited for. */
const LOOKS = 50;

const stillBeingMade = (endedMs: number): string =>
  `        The analysis is still being made. Should the model not answer, the rules take over by ${new Date(endedMs + TAKEOVER_MS).toISOString()}`;

/** False: it is still to come. */
async function sayWhatCame(service: RemoteService, id: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const { analysis, analytics } = await service.send<Followed>('GET', `/conversations/${id}`);
    const found = analytics
      ? analyticsWords(analytics)
      : isOverAlready(analysis)
        ? generalWords(analysis)
        : undefined;
    if (found) {
      for (const line of found) console.log(line);
      return true;
    }
    await sleep(LOOK_MS);
  }
  return false;
}

/** Completed, or failed. */
const isOverAlready = (analysis: Followed['analysis']): analysis is NonNullable<Followed['analysis']> =>
  analysis !== undefined && analysis.general.status >= 2;

function shown(event: string, data: Record<string, unknown>): string | undefined {
  if (event === 'words')
    return `${clockTime(data.startTime as number).padStart(6)}  ${data.speaker === 'AI' ? 'Agent  ' : 'Contact'}  ${data.text}`;
  if (event === 'decision') return `        (${data.why})`;
  if (event === 'status')
    return `        ${data.status}${data.attemptStatus === null ? '' : `, call ${data.attemptStatus}`}`;
  return undefined;
}
