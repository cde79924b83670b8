/**
 * Why a contact of a run stands where it stands: a code with parameters, and the words for them. The service says
 * moments and ends of calls as the API writes them, the console as people do. `{end|…}`: what is said without one.
 */
const reasons = {
  held: 'The call was held',
  held_with: 'The call was held ({end})',
  link_never_opened: 'The link expired before the contact opened it',
  link_opened: 'The link was opened {times}, and no call was held to its end',
  not_reached: 'Not reached in {calls}; the last one was {end|not answered}',
  no_number: 'Has no phone number',
  failed: 'Failed: the last call ended with {end|an error}',
  opted_out: 'Asked never to be called again',
  declined: 'Declined on the call',
  run_cancelled: 'The run was cancelled',
  cancelled: 'Cancelled',
  do_not_call: 'Asked never to be called again: will not be called',
  not_callable: 'Has no phone number: cannot be called',
  run_scheduled: 'Waits for the start of the run at {at}',
  run_refused: 'Waits for the start of the run, which was refused: {refusal}',
  attached_while_paused: 'Attached while the run was paused: will be called when it is resumed',
  conversation_deleted: 'The conversation was deleted',
  no_conversation: 'The conversation is being made, or was deleted',
  not_launched: 'The run has not been launched',
  on_the_line: 'Is on the line',
  dialling: 'Is being dialled',
  link_later: 'Asked for another time: the link works again from {at}',
  link_open: 'Waits for the contact to open the link',
  call_deleted: 'No call is scheduled: it was deleted',
  run_paused: 'The run is paused',
  no_minutes: 'Waits for minutes: the plan does not cover another call',
  number_busy: 'Waits: another call to this number is under way',
  callback: 'Asked to be called at {at}',
  retry: 'Call {number} of {most} at {at}; the last one was {end|unknown}',
  calling_window: 'Waits for the calling window until {at}',
  queued: 'Waits for its turn: {live} of {limit} calls are on the line',
} as const;

export type RunReasonCode = keyof typeof reasons;
export const runReasonCodes = Object.keys(reasons) as RunReasonCode[];
export type RunReasonParams = Readonly<Record<string, string | number>>;

export interface RunReason {
  readonly code: RunReasonCode;
  readonly params: RunReasonParams;
}

/** How a reader wants moments and ends of calls said. */
export interface ReasonStyle {
  readonly moment: (timestamp: string) => string;
  readonly end: (code: string) => string;
}

const asWritten: ReasonStyle = { moment: (timestamp) => timestamp, end: (code) => code };

/** The sentence of a reason. */
export const reasonSentence = ({ code, params }: RunReason, style: ReasonStyle = asWritten): string =>
  reasons[code].replaceAll(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name: string, otherwise?: string) =>
    params[name] === undefined && otherwise !== undefined ? otherwise : said(name, params, style),
  );

function said(name: string, params: RunReasonParams, style: ReasonStyle): string {
  switch (name) {
    case 'at':
      return style.moment(String(params.at));
    case 'end':
      return style.end(String(params.end));
    case 'times':
      return params.count === 1 ? 'once' : `${params.count} times`;
    case 'calls':
      return params.count === 1 ? 'one call' : `${params.count} calls`;
    default:
      return String(params[name]);
  }
}
