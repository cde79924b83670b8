import { type CallPlan, questionsIn } from '@parley/call-engine/plan.ts';
import { speakingMs } from '@parley/call-engine/speaking-time.ts';
import { LONGEST_HOLD_MS } from '@parley/speech/hold.ts';
import { longestRingMs, PLACING_MS } from '@parley/telephone/ring-time.ts';

const MINUTE_MS = 60_000;

export const RING_TIMEOUT_MS = 30_000;
/** From the order to place a call to an answer, or to the end without one. */
export const unansweredMs = (ringTimeoutMs: number): number => PLACING_MS + longestRingMs(ringTimeoutMs);
/** For what comes before the call and after it: reading what it needs, storing the rest of its sound and words. */
export const BESIDE_MS = 2 * MINUTE_MS;
/** A call may be put on hold several times, and so long in all. */
export const MOST_HOLD_MS = 3 * LONGEST_HOLD_MS;
/** Whether the network transfers it is known after a minute; then the other number is called, and rings for half a minute. */
export const MOST_TRANSFER_MS = MINUTE_MS + PLACING_MS + MINUTE_MS;

/** After its claim a call has ended by then, whatever becomes of its process, unless it was put on hold several times. */
export const longestCallMs = (durationMinutes: number, ringTimeoutMs: number): number =>
  BESIDE_MS + unansweredMs(ringTimeoutMs) + (durationMinutes + 1) * MINUTE_MS + LONGEST_HOLD_MS;

/** From the answer on, with nothing that stops the time of the call. `slowness`: of the line. */
export const talkingMs = (plan: CallPlan, slowness = 1): number =>
  plan.durationMinutes * MINUTE_MS * slowness + closingMs(plan);

/** Voices differ: the slow ones need a quarter longer than most. */
const SLOW_VOICE = 1.25;
/** For the models and voices that are waited for, and for the last words of a call that takes too long. */
const AROUND_SPEECH_MS = 45_000;
const LONGEST_CLOSING_MS = 10 * MINUTE_MS;

/**
 * Nothing is begun after the call's duration, and what was begun before is said to its end. That fits into a minute, unless the
 * author has written more. A question may be asked again in the last second.
 */
function closingMs({ firstMessage, lastMessage, voicemail, handoffs, sections, voice }: CallPlan): number {
  const texts = [
    firstMessage.text,
    lastMessage.text,
    ...handoffs.map(({ message = '' }) => message),
    ...questionsIn(sections).map(({ text }) => text),
  ];
  if (voicemail.action === 'LEAVE_MESSAGE') texts.push(voicemail.message);
  const longestMs = (Math.max(...texts.map(speakingMs)) * SLOW_VOICE) / voice.speed;
  return Math.min(Math.max(MINUTE_MS, longestMs + AROUND_SPEECH_MS), LONGEST_CLOSING_MS);
}
