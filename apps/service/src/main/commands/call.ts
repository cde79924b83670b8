import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ReasonCode } from '@parley/contract/conversation.ts';
import { type AnalysisResult, TAKEOVER_MS } from '../../domains/conversations/call-analysis.model.ts';
import { analyticsWords, clockTime, generalWords } from '../analysis-words.ts';
import { ConfigError } from '../config.ts';
import { phoneProblems } from '../contact-rows.ts';
import { RemoteService } from '../remote-service.ts';
import { type Command, exitCodes, Interrupted, interruption, UsageError } from './command.ts';

export const callCommand: Command = {
  help: `Usage: parley call --key KEY --agent ID|NAME --phone NUMBER [--name "FIRST LAST"] [--job ID|TITLE]
                   [--json] [--url ADDRESS]

Places a call through a running service and shows it live. With a test key the call goes to the
simulated telephone network: +15005550000 is helpful, +15005550007 asks for a human at once.

  --key     An API key; default the environment variable PARLEY_KEY.
  --agent   The agent's id or its name.
  --phone   The number to call, with + and the country code.
  --name    The contact's name; default "Test Person".
  --job     What the call is about, by id or by title; some agents need one.
  --json    Prints only the conversation to standard output when the call is over, as GET /conversations/{id} returns it,
            with its transcript. The live view goes to standard error.
  --url     Address of the service; default: the one that runs on this machine.

Exits with 0 if the contact answered, even if they declined or asked for a later call; with 1 if nobody was reached
or the call failed.`,
  handlesInterrupt: true,
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        key: { type: 'string' },
        agent: { type: 'string' },
        phone: { type: 'string' },
        name: { type: 'string', default: 'Test Person' },
        job: { type: 'string' },
        json: { type: 'boolean', default: false },
        url: { type: 'string' },
      },
    });
    if (!values.agent) throw new UsageError('--agent must name an agent.');
    if (!values.phone) throw new UsageError('--phone must be a telephone number.');
    const [wrong] = phoneProblems(values.phone, undefined);
    if (wrong !== undefined) throw new UsageError(wrong.replace('phoneNumber', '--phone'));
    const interrupted = interruption();
    const service = RemoteService.at(values);
    const conversation = await place(service, { ...values, agent: values.agent, phone: values.phone });
    // With --json standard output is for the conversation alone.
    const print: Print = values.json ? console.error : console.log;
    const attemptId = await watch(service, conversation.id, print, interrupted);
    const ended = await report(service, conversation.id, attemptId, print);
    if (values.json) console.log(JSON.stringify(ended, null, 2));
    if (!wasReached(ended, attemptId)) process.exitCode = exitCodes.failed;
  },
};

type Print = (line: string) => void;

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

/** Until the call that was placed is over; further ones may be hours away. Answers the id of its attempt. */
async function watch(
  service: RemoteService,
  id: string,
  print: Print,
  interrupted: AbortSignal,
): Promise<string | undefined> {
  print(`Conversation ${id}`);
  for await (const { event, data } of service.events(`/conversations/${id}/events`, interrupted)) {
    const fields = data as Record<string, unknown>;
    const line = shown(event, fields);
    if (line !== undefined) print(line);
    if (event === 'end' || (event === 'status' && isOver(fields)))
      return typeof fields.callAttemptId === 'string' ? fields.callAttemptId : undefined;
  }
  const how = `GET /conversations/${id} shows its result.`;
  if (interrupted.aborted) throw new Interrupted(`The call continues: ${how}`);
  throw new ConfigError(
    `The connection to the service broke during the call. The call may still be completed: when the service runs again, ${how}`,
  );
}

const isOver = ({ attemptStatus }: Record<string, unknown>): boolean =>
  attemptStatus !== null && attemptStatus !== 'SCHEDULED' && attemptStatus !== 'IN_PROGRESS';

interface Followed {
  readonly id: string;
  readonly status: string;
  readonly scheduledAt: string | null;
  readonly finishedDate: string | null;
  readonly callAttempts: readonly {
    readonly id: string;
    readonly status: string;
    readonly reasonCode: ReasonCode | null;
    readonly notes: string | null;
  }[];
  readonly analysis?: Omit<AnalysisResult, 'analytics'> & {
    readonly general: { readonly status: number };
  };
  readonly analytics?: NonNullable<AnalysisResult['analytics']>;
}

/** Busy, unanswered, voicemail and failed calls are not completed; a call to somebody who says no is. */
const wasReached = ({ status, callAttempts }: Followed, attemptId: string | undefined): boolean =>
  status !== 'FAILED' &&
  callAttempts.some((attempt) => attempt.id === attemptId && attempt.status === 'COMPLETED');

/** Prints the results of the call and returns the conversation. */
async function report(
  service: RemoteService,
  id: string,
  attemptId: string | undefined,
  print: Print,
): Promise<Followed> {
  let conversation = await service.send<Followed>('GET', `/conversations/${id}`);
  if (conversation.status === 'COMPLETED') {
    conversation = await withAnalysis(service, conversation);
    for (const line of analysisLines(conversation)) print(line);
  }
  const call = conversation.callAttempts.find((attempt) => attempt.id === attemptId);
  print(`Result        ${endingWords(conversation, call)}`);
  if (attemptId !== undefined) print(`To see each decision: npx parley replay ${attemptId}`);
  return conversation;
}

const LOOK_MS = 100;
/** The analysis takes a moment; one that takes longer is not waited for. */
const LOOKS = 50;

async function withAnalysis(service: RemoteService, conversation: Followed): Promise<Followed> {
  let newest = conversation;
  for (let look = 0; look < LOOKS && !isAnalysed(newest); look++) {
    await sleep(LOOK_MS);
    newest = await service.send<Followed>('GET', `/conversations/${conversation.id}`);
  }
  return newest;
}

const isAnalysed = ({ analysis, analytics }: Followed): boolean =>
  analytics !== undefined || isOverAlready(analysis);

function analysisLines({ analysis, analytics, finishedDate }: Followed): string[] {
  if (analytics) return analyticsWords(analytics);
  if (isOverAlready(analysis)) return generalWords(analysis);
  return [stillBeingMade(finishedDate === null ? Date.now() : Date.parse(finishedDate))];
}

const stillBeingMade = (endedMs: number): string =>
  `        The analysis is still running. If the model does not answer, the built-in rules analyse the call by ${new Date(endedMs + TAKEOVER_MS).toISOString()}`;

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

/** Why a call ended as it did, for people. */
const reasons: Readonly<Record<ReasonCode, string>> = {
  NO_ANSWER: 'nobody answered',
  BUSY: 'the line was busy',
  VOICEMAIL: 'a voicemail answered',
  DECLINED: 'the call was refused while it rang',
  INVALID_NUMBER: 'the number is not in service',
  CARRIER_ERROR: 'the carrier could not place the call',
  AGENT_ERROR: 'the agent failed',
  LOST: 'the process that ran the call died',
  HUNG_UP: 'the contact hung up',
  CALLBACK_REQUESTED: 'the contact asked to be called at another time',
  NOT_INTERESTED: 'the contact is not interested',
  HANDED_OFF: 'the call was transferred to a person',
  MAX_DURATION: 'the time limit was reached',
  OPT_OUT: 'the contact does not want to be called again',
};

interface Ended {
  readonly status: string;
  readonly scheduledAt: string | null;
}

/** The result of a conversation after its latest call, in one line: status, reason, and whether another call follows. */
export function endingWords(
  conversation: Ended,
  call: { readonly reasonCode: ReasonCode | null; readonly notes: string | null } | undefined,
): string {
  const reason = call?.reasonCode ? reasons[call.reasonCode] : '';
  const why = call?.notes ? `${reason} (${call.notes})`.trim() : reason;
  return `${conversation.status}${why === '' ? '' : `: ${why}`}.${nextCallWords(conversation)}`;
}

function nextCallWords({ status, scheduledAt }: Ended): string {
  if (status === 'COMPLETED') return '';
  if (status !== 'SCHEDULED') return ' No other call follows.';
  return scheduledAt === null
    ? ' No other call is scheduled yet.'
    : ` The next call is due at ${scheduledAt}.`;
}
