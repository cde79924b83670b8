import { bracketed } from './sip-address.ts';
import { isChallenge, loginRefusal, SipLogin } from './sip-digest.ts';
import { header, headerList, type SipRequest, type SipResponse } from './sip-message.ts';
import { inTime } from './sip-time.ts';
import type { SipTrunk } from './sip-trunk.ts';
import type { SipUserAgent } from './sip-user-agent.ts';

export type RegistrationState =
  | { readonly kind: 'registered'; readonly status: number; readonly seconds: number }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'unreachable' };

const WANTED_SECONDS = 300;
const MOST_SECONDS = 86_400;
const RETRY_MS = 30_000;
/** A stop does not wait long for an unreachable trunk. */
const FAREWELL_MS = 2000;

/** Registers at a trunk and refreshes the registration before it expires (RFC 3261, section 10). */
export class SipRegistration {
  readonly #agent: SipUserAgent;
  readonly #trunk: SipTrunk;
  readonly #login: SipLogin;
  readonly #callId: string;
  readonly #tag: string;
  readonly #onTrouble: (words: string) => void;
  #isReported = false;
  #cseq = 0;
  #wanted = WANTED_SECONDS;
  #isStopped = false;
  #isRegistered = false;
  /** Another registration with our address may exist by now: taking this one back would end it. */
  #isTooLate = false;
  #asking = Promise.resolve();
  #callOff = () => {};

  /** `onTrouble` is called with a message when registration fails, and not again before it has succeeded. */
  constructor(agent: SipUserAgent, trunk: SipTrunk, onTrouble: (words: string) => void = () => {}) {
    this.#onTrouble = onTrouble;
    this.#agent = agent;
    this.#trunk = trunk;
    this.#login = new SipLogin(trunk.settings.credentials, agent.random);
    this.#callId = agent.random.token();
    this.#tag = agent.random.token();
  }

  /** Keeps the registration alive from now on. */
  start(): void {
    this.#asking = this.once()
      .catch((): RegistrationState => ({ kind: 'unreachable' }))
      .then((state) => this.#again(state));
  }

  /** Removes the registration, also one that is being asked for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOff();
    await inTime(this.#takeBack(), FAREWELL_MS, this.#agent.time);
    this.#isTooLate = true;
  }

  async #takeBack(): Promise<void> {
    await this.#asking;
    if (this.#isRegistered && !this.#isTooLate) await this.#register(0);
  }

  async once(): Promise<RegistrationState> {
    const state = await this.#register(this.#wanted);
    if (state.kind === 'refused' && state.status === 423) return this.#register(this.#wanted);
    return state;
  }

  #again(state: RegistrationState): void {
    if (this.#isStopped) return;
    this.#trunk.registered({
      state: state.kind,
      status: state.kind === 'unreachable' ? null : state.status,
      seconds: state.kind === 'registered' ? state.seconds : null,
    });
    if (state.kind !== 'registered' && !this.#isReported) {
      const why =
        state.kind === 'refused'
          ? `refuses the registration: ${state.code}`
          : 'does not answer the registration';
      this.#onTrouble(
        `The SIP trunk ${this.#trunk.host} ${why}. Run npx parley trunk check to find out why.`,
      );
    }
    this.#isReported = state.kind !== 'registered';
    const waitMs = state.kind === 'registered' ? Math.max(5000, state.seconds * 500) : RETRY_MS;
    this.#callOff = this.#agent.time.after(waitMs, () => this.start());
  }

  async #register(seconds: number): Promise<RegistrationState> {
    for (const hop of await this.#trunk.hops(this.#agent)) {
      const local = await this.#agent.stack.localTo(hop).catch(() => undefined);
      if (local === undefined) continue;
      const contact = `<sip:${this.#user}@${bracketed(local.host)}:${local.port}${hop.transport === 'udp' ? '' : `;transport=${hop.transport}`}>`;
      const reply = await this.#agent.ask(() => this.#request(contact, seconds), hop, this.#login);
      if (reply.kind === 'silence') continue;
      return this.#read(reply.response, contact, seconds);
    }
    return { kind: 'unreachable' };
  }

  get #user(): string {
    return encodeURIComponent(this.#trunk.account ?? 'parley');
  }

  #request(contact: string, seconds: number): SipRequest {
    const who = `<sip:${this.#user}@${bracketed(this.#trunk.settings.identity?.fromDomain ?? this.#trunk.host)}>`;
    this.#cseq += 1;
    return {
      method: 'REGISTER',
      uri: this.#trunk.address,
      headers: [
        ...this.#trunk.routes,
        ['max-forwards', '70'],
        ['from', `${who};tag=${this.#tag}`],
        ['to', who],
        ['call-id', this.#callId],
        ['cseq', `${this.#cseq} REGISTER`],
        ['contact', contact],
        ['expires', `${seconds}`],
        ...this.#agent.about,
      ],
      body: '',
    };
  }

  #read(response: SipResponse, contact: string, seconds: number): RegistrationState {
    const { status, reason } = response;
    this.#isRegistered = status < 300 && seconds > 0;
    if (seconds > 0) this.#judge(response);
    if (status < 300)
      return { kind: 'registered', status, seconds: grantedSeconds(response, contact) ?? seconds };
    const least = Number(header(response, 'min-expires') ?? Number.NaN);
    if (status === 423 && least > this.#wanted && least <= MOST_SECONDS) this.#wanted = least;
    return { kind: 'refused', status, code: `${status} ${reason}`.trim() };
  }

  /** Some answer a wrong password with 403. */
  #judge(response: SipResponse): void {
    const { status, reason } = response;
    const { breaker, settings } = this.#trunk;
    if (status < 300) breaker.acceptLogin('REGISTER');
    else if (isChallenge(status) && settings.credentials)
      breaker.refuseLogin('REGISTER', loginRefusal(response));
    else if (isChallenge(status) || status === 403)
      breaker.refuseLogin('REGISTER', `refuses the registration (${`${status} ${reason}`.trim()})`);
  }
}

/** How long it lasts: what stands at our own address, or for all. */
function grantedSeconds(response: SipResponse, contact: string): number | undefined {
  const own = headerList(response, 'contact').find((one) => one.includes(contact.slice(1, -1)));
  const said =
    /;\s*expires\s*=\s*"?(\d{1,6})/i.exec(own ?? '')?.[1] ??
    /^\d{1,6}$/.exec(header(response, 'expires') ?? '')?.[0];
  return said === undefined ? undefined : Number(said);
}
