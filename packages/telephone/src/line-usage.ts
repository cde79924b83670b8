import type { SipTime } from '@parley/sip/sip-time.ts';
import type { AdmittedLine, LineReport } from './call-order.ts';

export const OK = 200;

/** What one call does on a line of a trunk, reported once. */
export class LineUsage {
  readonly #time: SipTime;
  readonly #giveBack: () => void;
  #line: AdmittedLine | undefined;
  #beganMs = 0;
  #isKept = false;
  #report: Omit<LineReport, 'endedAfterMs'> = {
    status: null,
    isOffered: false,
    rangAfterMs: null,
    hasRung: false,
    answeredAfterMs: null,
  };

  constructor(time: SipTime, giveBack: () => void) {
    this.#time = time;
    this.#giveBack = giveBack;
  }

  begin(line: AdmittedLine | undefined): void {
    this.#line = line;
    this.#beganMs = this.#time.nowMs();
  }

  /** "180 Ringing" has come: a telephone rings, and not only an announcement is played. */
  rings(): void {
    this.#report = { ...this.#report, hasRung: true };
  }

  rang(): void {
    this.#report = {
      ...this.#report,
      isOffered: true,
      rangAfterMs: this.#report.rangAfterMs ?? this.#sinceMs,
    };
  }

  refused(status: number | null, isOffered: boolean): void {
    this.#report = { ...this.#report, status, isOffered: isOffered || this.#report.isOffered };
  }

  /** The line is held until the call has ended. */
  answered(ended: Promise<unknown>): void {
    this.#isKept = true;
    this.#report = { ...this.#report, status: OK, isOffered: true, answeredAfterMs: this.#sinceMs };
    void ended.then(() => {
      this.#isKept = false;
      this.end();
    });
  }

  extend(minutes: number): void {
    this.#line?.extend?.(minutes);
  }

  /** Unless the call was answered: then it ends later. */
  end(): void {
    if (this.#isKept) return;
    this.#giveBack();
    this.#line?.end({ ...this.#report, endedAfterMs: this.#sinceMs });
    this.#line = undefined;
  }

  get #sinceMs(): number {
    return Math.round(this.#time.nowMs() - this.#beganMs);
  }
}
