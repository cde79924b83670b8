import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What it says into its microphone. */
export interface Speech {
  readonly hz: number;
  /** Every so-manieth packet is lost on the way. */
  readonly lostEvery?: number;
  /** Every so-manieth is overtaken by the next. */
  readonly swapsEvery?: number;
}

export type BrowserRequest =
  | { readonly kind: 'offer' }
  | { readonly kind: 'answer'; readonly sdp: string }
  | ({ readonly kind: 'speak' } & Speech)
  | { readonly kind: 'say'; readonly sound: Int16Array }
  | { readonly kind: 'heard' };

export type BrowserNews =
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'offer'; readonly sdp: string }
  | { readonly kind: 'heard'; readonly sound: Int16Array };

const GONE = 'The process of the browser has ended';

/** A browser as far as sound goes: WebRTC on this machine, with a tone for a microphone. */
export class ScriptedBrowser {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'scripted-browser-process.ts'), [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  async offer(): Promise<string> {
    const answer = this.#next('offer');
    this.#ask({ kind: 'offer' });
    return (await answer).sdp;
  }

  answer(sdp: string): void {
    this.#ask({ kind: 'answer', sdp });
  }

  speak(speech: Speech): void {
    this.#ask({ kind: 'speak', ...speech });
  }

  /** Over the tone, at the rate of web calls. */
  say(sound: Int16Array): void {
    this.#ask({ kind: 'say', sound });
  }

  /** What came out of its loudspeaker since it was last asked. */
  async heard(): Promise<Int16Array> {
    const answer = this.#next('heard');
    this.#ask({ kind: 'heard' });
    return (await answer).sound;
  }

  /** It is gone from one moment to the next. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #ask(request: BrowserRequest): void {
    if (!this.#child.connected) throw new Error(GONE);
    this.#child.send(request, () => undefined);
  }

  #next<Kind extends BrowserNews['kind']>(kind: Kind): Promise<Extract<BrowserNews, { kind: Kind }>> {
    const news = new Promise<Extract<BrowserNews, { kind: Kind }>>((resolve, reject) => {
      const forget = () => {
        this.#child.off('message', listen);
        this.#child.off('exit', end);
      };
      const listen = (news: BrowserNews) => {
        if (news.kind !== kind) return;
        forget();
        resolve(news as Extract<BrowserNews, { kind: Kind }>);
      };
      const end = () => {
        forget();
        reject(new Error(GONE));
      };
      this.#child.on('message', listen);
      this.#child.on('exit', end);
    });
    // A test that has failed meanwhile does not wait for it any more.
    news.catch(() => undefined);
    return news;
  }
}
