import type { AudioReport } from '@parley/call-engine/line.ts';
import type { CallFindings } from '@parley/call-engine/outcome.ts';
import type { AttemptAudio } from '@parley/contract/conversation.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { answersOf, hasReplied } from './contact-replies.ts';

/**
 * Whether nothing of the agent arrived in a whole call. Reported: the other side's reports say so, and nothing speaks against
 * it. Certain: they also come from a server that has shown audio of other calls, and has not been wrong for a day.
 */
export type AgentMissing = 'no' | 'reported' | 'certain';

/** Of a call, what its audio may change. */
interface AudibleCall {
  readonly ending: Ending;
  readonly notes: string | null;
  readonly durationSeconds: number | null;
  readonly findings: unknown;
}

/** Below this share of a call, missing audio is not worth a remark. */
const NOTED_QUIET_MS = 4000;

/**
 * What a call came to, given how its audio was. A contact who could not be heard has not hung up on us and has not
 * refused anything: that is a failure of the network, and the retry policy decides.
 */
export function withAudio<Call extends AudibleCall>(
  account: Call,
  audio: AudioReport | undefined,
  agentMissing: AgentMissing = 'no',
): Call {
  if (audio === undefined) return account;
  const { heardNothing, isCutOff, cutOffBy, wasQuietAtEnd, isDigitalSilence } = audio;
  const { ending, notes, findings } = account;
  const isLost =
    ((heardNothing || (isCutOff && cutOffBy === undefined)) && endings.has(ending.kind)) ||
    // During the last words everything had been asked.
    (isCutOff && unanswered.has(ending.kind)) ||
    (wasQuietAtEnd && unanswered.has(ending.kind)) ||
    (isDigitalSilence && silent.has(ending.kind)) ||
    (agentMissing === 'certain' && unanswered.has(ending.kind)) ||
    couldNotHear(audio, account);
  const missing = agentMissing !== 'no' ? ["The agent's audio never arrived at the contact's side"] : [];
  const remark = [...remarksOf(audio), ...missing].join('. ') || null;
  return {
    ...account,
    ending: isLost ? { kind: 'carrier_error' } : ending,
    notes: notes ?? remark,
    findings: findings && {
      ...(findings as object),
      audio: attemptAudio(audio),
    },
  };
}

/** They left while nothing of ours arrived at their side, as its reports say. Whoever answered meanwhile has heard us. */
function couldNotHear({ unheardAtEndMs }: AudioReport, call: AudibleCall): boolean {
  if (unheardAtEndMs === 0 || !unanswered.has(call.ending.kind)) return false;
  const findings = (call.findings ?? {}) as Partial<CallFindings>;
  const answers = answersOf(findings);
  // When they talked about a topic, or left a message, is not known.
  if (answers.length === 0) return !hasReplied(findings);
  const sinceMs = (call.durationSeconds ?? 0) * 1000 - unheardAtEndMs;
  return !answers.some(({ endMs }) => endMs > sinceMs);
}

function remarksOf(audio: AudioReport): string[] {
  const { heardNothing, isDigitalSilence, quietMs, unheardMs, wasLetGo, cutOffBy } = audio;
  if (wasLetGo) return ['The transfer was not answered; the network had already let go of the contact'];
  const seconds = (ms: number) => Math.round(ms / 1000);
  return [
    ...(cutOffBy === undefined ? [] : [`The network cut off the call (${cutOffBy})`]),
    ...(heardNothing
      ? ['No audio came from the contact during the call']
      : quietMs >= NOTED_QUIET_MS
        ? [`No audio came from the contact for ${seconds(quietMs)} s of the call`]
        : []),
    ...(isDigitalSilence ? ['The audio from the contact had no sound in it (digital silence)'] : []),
    ...(unheardMs >= NOTED_QUIET_MS
      ? [`The agent's audio did not arrive at the contact's side for ${seconds(unheardMs)} s of the call`]
      : []),
  ];
}

/** Endings of a call that was broken off, or in which nobody said anything. */
const unanswered: ReadonlySet<string> = new Set(['hung_up', 'hung_up_early', 'no_answer']);
/** Endings without an answer: keys may be reported beside the audio. */
const silent: ReadonlySet<string> = new Set(['hung_up_early', 'no_answer']);
/** Endings that silence of the network looks like. */
const endings: ReadonlySet<string> = new Set([...unanswered, 'finished']);
export const isLeftUnanswered = ({ kind }: Ending): boolean => unanswered.has(kind);

/** As it is shown. */
export const attemptAudio = ({ handoff, ...audio }: AudioReport): AttemptAudio => ({
  ...legAudio(audio),
  ...(handoff && { handoff: legAudio(handoff) }),
});

const legAudio = ({
  lossShare,
  jitterMs,
  roundTripMs,
  mos,
  quietMs,
  outbound,
  unheardMs,
}: AudioReport): Omit<AttemptAudio, 'handoff'> => ({
  lossPercent: percentOf(lossShare),
  jitterMs: tenths(jitterMs),
  roundTripMs: roundTripMs === null ? null : Math.round(roundTripMs),
  mos: mos === null ? null : hundredths(mos),
  silentSeconds: Math.round(quietMs / 1000),
  outbound: outbound && {
    lossPercent: percentOf(outbound.lossShare),
    jitterMs: tenths(outbound.jitterMs),
    mos: hundredths(outbound.mos),
  },
  unheardSeconds: Math.round(unheardMs / 1000),
});

const percentOf = (share: number): number => Math.round(share * 1000) / 10;
const tenths = (value: number): number => Math.round(value * 10) / 10;
const hundredths = (value: number): number => Math.round(value * 100) / 100;
