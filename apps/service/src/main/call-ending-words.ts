import type { ReasonCode } from '@parley/contract/call-attempt.ts';

/** Why a call ended as it did, for people. */
const reasons: Readonly<Record<ReasonCode, string>> = {
  NO_ANSWER: 'nobody answered',
  BUSY: 'the line was busy',
  VOICEMAIL: 'a voicemail answered',
  DECLINED: 'the call was refused while it rang',
  INVALID_NUMBER: 'the number is not in service',
  CARRIER_ERROR: 'the carrier could not place the call',
  AGENT_ERROR: 'the agent broke down',
  LOST: 'the process that held the call was lost',
  HUNG_UP: 'they hung up',
  CALLBACK_REQUESTED: 'they asked to be called at another time',
  NOT_INTERESTED: 'they are not interested',
  HANDED_OFF: 'the call was passed on to a person',
  MAX_DURATION: 'the time was up',
  OPT_OUT: 'they do not want to be called again',
};

interface Ended {
  readonly status: string;
  readonly scheduledAt: string | null;
}

/** What came of a conversation by its latest call, in one line: its status, why, and whether another call follows. */
export function endingWords(
  conversation: Ended,
  call: { readonly reasonCode: ReasonCode | null; readonly notes: string | null } | undefined,
): string {
  const reason = call?.reasonCode ? reasons[call.reasonCode] : '';
  const why = call?.notes ? `${reason} (${call.notes})`.trim() : reason;
  return `${conversation.status}${why === '' ? '' : `: ${why}`}.${sequel(conversation)}`;
}

function sequel({ status, scheduledAt }: Ended): string {
  if (status === 'COMPLETED') return '';
  if (status !== 'SCHEDULED') return ' No other call follows.';
  return scheduledAt === null
    ? ' No other call is scheduled yet.'
    : ` The next call is due at ${scheduledAt}.`;
}
