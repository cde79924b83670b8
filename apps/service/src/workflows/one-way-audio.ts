import type { AudioDirection } from '@parley/contract/event.ts';
import type { AudioGap } from '@parley/sip/media-session.ts';
import type { LogFields } from './call-log.ts';

const ADVICE =
  'Check PARLEY_RTP_PORTS, PARLEY_SIP_PUBLIC_HOST and the firewalls on the way if it happens often.';

export interface OneWayAudioOptions {
  readonly log: {
    warn(fields: LogFields, words: string): void;
    info(fields: LogFields, words: string): void;
  };
  readonly fieldsOf: (attemptId: string) => LogFields;
  /** Emits the event. */
  readonly report: (attemptId: string, direction: AudioDirection) => Promise<void>;
  readonly onError: (error: Error) => void;
}

interface GapWords {
  /** Absent: nothing is lost, and muted people are as silent. */
  readonly direction?: AudioDirection;
  readonly open: string;
  readonly closed: string;
}

const gaps: Readonly<Record<AudioGap, GapWords>> = {
  'from them': {
    direction: 'FROM_CONTACT',
    open: `No audio (RTP) arrives from the contact of this call. ${ADVICE}`,
    closed: 'Audio (RTP) arrives from the contact of this call again.',
  },
  'to them': {
    direction: 'TO_CONTACT',
    open: `The other side reports (RTCP) that no audio of the agent arrives in this call. ${ADVICE}`,
    closed: 'The other side reports (RTCP) that audio of the agent arrives in this call again.',
  },
  'no sound': {
    open: 'The audio from the contact of this call has had no sound in it since the answer (digital silence).',
    closed: 'The audio from the contact of this call has sound in it.',
  },
};

/** What the process does when audio of a call has been missing for some seconds, or is there again. */
export const oneWayAudio =
  ({ log, fieldsOf, report, onError }: OneWayAudioOptions) =>
  (attemptId: string, gap: AudioGap, isOpen: boolean): void => {
    const { direction, open, closed } = gaps[gap];
    if (!isOpen) {
      log.info(fieldsOf(attemptId), closed);
      return;
    }
    if (direction === undefined) {
      log.info(fieldsOf(attemptId), open);
      return;
    }
    log.warn(fieldsOf(attemptId), open);
    report(attemptId, direction).catch(onError);
  };
