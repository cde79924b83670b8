import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { PATIENCE_MS, patience } from '@parley/testing/patience.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { toInstall } from './chromium.ts';
import { sharedBrowser } from './shared-browser.ts';
import { plugMicrophone, speakInto, spokenFiles } from './spoken-microphone.ts';

/** A browser and the whole service, and somebody who can say these sentences into a microphone. */
export class SpokenStage {
  /** What tests on it are called, and why they are skipped if they are. */
  readonly title: string;
  readonly isMissing: boolean;
  readonly #files: ReadonlyMap<string, Buffer>;
  #browser: Browser | undefined;
  #service: TestService | undefined;

  private constructor(title: string, files: ReadonlyMap<string, Buffer> | undefined) {
    const missing = toInstall ?? (files === undefined ? 'npm install in the folder speech' : undefined);
    this.title = missing === undefined ? title : `${title} (skipped: ${missing})`;
    this.isMissing = missing !== undefined;
    this.#files = files ?? new Map();
  }

  static async set(title: string, sentences: readonly string[]): Promise<SpokenStage> {
    return new SpokenStage(title, await spokenFiles(sentences));
  }

  async open(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    [this.#browser, this.#service] = await Promise.all([sharedBrowser(), startTestService({ environment })]);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.#service?.stop();
  }

  /** A page of somebody who has joined a call of this agent with a microphone. */
  async join(agent: object = onlineAgent, prepare?: (page: Page) => Promise<unknown>): Promise<SpokenCall> {
    if (!this.#browser || !this.#service) throw new Error('The stage is not open');
    const company = await this.#service.newCompany({ name: 'Northwind' });
    const agentId = (await company.api.post('/agents', agent)).body.id;
    const { body } = await company.api.post('/conversations', { agentId, contact });
    const page = await this.#browser.newPage({ bypassCSP: true });
    page.setDefaultTimeout(PATIENCE_MS);
    await plugMicrophone(page);
    await prepare?.(page);
    await page.goto(body.onlineUrl);
    await page.getByRole('button', { name: 'Continue with microphone' }).click();
    await page.getByRole('button', { name: 'Join the call' }).click();
    return new SpokenCall(company, body.id, page, this.#files);
  }
}

export class SpokenCall {
  readonly page: Page;
  readonly #company: TestCompany;
  readonly #id: string;
  readonly #files: ReadonlyMap<string, Buffer>;

  constructor(company: TestCompany, id: string, page: Page, files: ReadonlyMap<string, Buffer>) {
    this.#company = company;
    this.#id = id;
    this.page = page;
    this.#files = files;
  }

  /** One of the sentences of the stage. */
  async say(sentence: string): Promise<void> {
    const file = this.#files.get(sentence);
    if (file === undefined) throw new Error(`Nobody has learnt to say: ${sentence}`);
    await speakInto(this.page, file);
  }

  /** Says what fits to whatever the agent says, until the call is over. */
  async answerAll(replies: readonly (readonly [asked: RegExp, answer: string])[]): Promise<void> {
    const thanks = this.page.locator('[data-view=thanks]');
    for (let heard = 0; ; heard += 1) {
      const said = this.page.locator('.line.agent:not(.unfinished)').nth(heard);
      await said.or(thanks).waitFor(patience);
      if (await thanks.isVisible()) return;
      const words = (await said.textContent()) ?? '';
      const [, answer] = replies.find(([asked]) => asked.test(words)) ?? [];
      if (answer !== undefined) await this.say(answer);
    }
  }

  async end(): Promise<void> {
    await this.page.getByRole('button', { name: 'End', exact: true }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'End the call' }).click();
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  async conversation(): Promise<any> {
    return (await this.#company.api.get(`/conversations/${this.#id}`)).body;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  async analysed(): Promise<any> {
    await expect.poll(async () => (await this.conversation()).analytics, patience).toBeDefined();
    return this.conversation();
  }
}
