import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export type EchoRequest = { readonly offer: string };
export type EchoNews = { readonly answer: string } | { readonly packets: number };

/** The far end of a browser's WebRTC: answers an offer and sends back whatever it hears. */
export class EchoPeer {
  readonly #child: ChildProcess;
  #packets = 0;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'echo-peer-process.ts'), [], { execArgv: [] });
    this.#child.on('message', (news: EchoNews) => {
      if ('packets' in news) this.#packets = news.packets;
    });
  }

  /** Of sound, since the beginning. */
  get packets(): number {
    return this.#packets;
  }

  answer(offer: string): Promise<string> {
    return new Promise((resolve) => {
      this.#child.on('message', (news: EchoNews) => {
        if ('answer' in news) resolve(news.answer);
      });
      this.#child.send({ offer } satisfies EchoRequest);
    });
  }

  /** Gone from one moment to the next, as when a network breaks: the browser is not told. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
