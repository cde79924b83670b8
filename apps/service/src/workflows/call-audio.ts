import type { AudioReport } from '@parley/call-engine/line.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';

/** Of a call, what its audio may change. */
interface AudibleCall {
  readonly ending: Ending;
  readonly notes: string | null;
  readonly findings: unknown;
}

/** Below this share of a call, missing audio is not worth a remark. */
const NOTED_QUIET_MS = 4000;

/**
 * What a call came to, given how its audio was. A contact who could not be heard has not hung up on us and has not
 * refused anything: that is a failure of the network, and the retry policy decides.
 */
export function withAudio<Call extends AudibleCall>(account: Call, audio: AudioReport | undefined): Call {
  if (audio === undefined) return account;
  const { heardNothing, isCutOff, quietMs, ...quality } = audio;
  const { ending, notes, findings } = account;
  const isLost = (heardNothing || isCutOff) && endings.has(ending.kind);
  const remark = heardNothing
    ? 'No audio came from the contact during the call'
    : quietMs >= NOTED_QUIET_MS
      ? `No audio came from the contact for ${Math.round(quietMs / 1000)} s of the call`
      : null;
  return {
    ...account,
    ending: isLost ? { kind: 'carrier_error' } : ending,
    notes: notes ?? remark,
    findings: findings && {
      ...(findings as object),
      audio: { ...rounded(quality), silentSeconds: Math.round(quietMs / 1000) },
    },
  };
}

/** Endings that silence of the network looks like. */
const endings: ReadonlySet<string> = new Set(['hung_up', 'hung_up_early', 'no_answer', 'finished']);

const rounded = ({
  lossShare,
  jitterMs,
  roundTripMs,
  mos,
}: Omit<AudioReport, 'heardNothing' | 'isCutOff' | 'quietMs'>) => ({
  lossPercent: Math.round(lossShare * 1000) / 10,
  jitterMs: Math.round(jitterMs * 10) / 10,
  roundTripMs: roundTripMs === null ? null : Math.round(roundTripMs),
  mos: mos === null ? null : Math.round(mos * 100) / 100,
});
