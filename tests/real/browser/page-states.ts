import type { Page } from 'playwright-core';
import type { ScriptedCalls } from './scripted-call-server.ts';

/** Every screen of the page: how it comes about, and how to know that it is there. */
export interface PageState {
  readonly name: string;
  prepare?(calls: ScriptedCalls): void;
  /** Before the page is loaded; what comes back ends it. */
  disturb?(page: Page): Promise<{ dispose(): Promise<void> }>;
  reach?(page: Page, calls: ScriptedCalls): Promise<unknown>;
  /** The `data-view` that is shown then. */
  readonly view: string;
}

const talkButton = (page: Page) => page.locator('.actions button').first();

function failMicrophone(page: Page, error: string) {
  return page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('scripted', '${error}');
  };`);
}

export async function joinTyping(page: Page): Promise<void> {
  await page.locator('[data-view=welcome]').waitFor();
  await page.locator('.actions button').last().click();
  await page.locator('[data-view=call]').waitFor();
}

export async function joinTalking(page: Page): Promise<void> {
  await talkButton(page).click();
  await page.locator('[data-view=microphone]').waitFor();
  await talkButton(page).click();
  await page.locator('[data-view=call] .spoken').waitFor();
}

function talk(calls: ScriptedCalls): void {
  const isArabic = calls.script.link.language === 'ar';
  calls.tell({ type: 'agent_start_talking' });
  calls.say(
    '1',
    isArabic
      ? 'مرحبًا أدا، أنا كلارا، مساعدة بالذكاء الاصطناعي من عيادات نورثويند. هل لديك بضع دقائق؟'
      : 'Hello Ada, this is Clara, an AI assistant of Northwind Clinics. Do you have a few minutes?',
  );
  calls.tell({
    type: 'update',
    id: '2',
    who: 'contact',
    text: isArabic ? 'نعم، بالطبع.' : 'Yes, of course.',
    isFinal: true,
  });
  calls.say('3', isArabic ? 'شكرًا. منذ متى تعملين في' : 'Thank you. How long have you worked in', false);
}

const saidLast = (page: Page) => page.locator('.line.agent.unfinished').waitFor();

export const pageStates: readonly PageState[] = [
  { name: 'welcome', view: 'welcome' },
  {
    name: 'welcome-without-name-and-purpose',
    prepare: ({ script }) => {
      script.link = { ...script.link, contact: { firstName: '' }, purpose: '', recording: false };
    },
    view: 'welcome',
  },
  {
    name: 'welcome-to-a-written-call',
    prepare: ({ script }) => {
      script.link = { ...script.link, voice: false, recording: false };
    },
    view: 'welcome',
  },
  {
    name: 'welcome-before-speech-is-installed',
    prepare: ({ script }) => {
      script.link = { ...script.link, voice: false, recording: false, speechComing: true };
    },
    view: 'welcome',
  },
  {
    name: 'unsupported-browser',
    disturb: (page) => page.addInitScript('delete window.RTCPeerConnection;'),
    view: 'welcome',
  },
  {
    name: 'asking-for-microphone',
    disturb: (page) =>
      page.addInitScript('navigator.mediaDevices.getUserMedia = () => new Promise(() => {});'),
    reach: (page) => talkButton(page).click(),
    view: 'waiting',
  },
  {
    name: 'microphone-check',
    reach: async (page) => {
      await talkButton(page).click();
      await page.locator('.verdict.good').waitFor();
    },
    view: 'microphone',
  },
  ...(['NotAllowedError', 'NotFoundError', 'NotReadableError'] as const).map((error) => ({
    name: `microphone-${error}`,
    disturb: (page: Page) => failMicrophone(page, error),
    reach: (page: Page) => talkButton(page).click(),
    view: {
      NotAllowedError: 'microphone_refused',
      NotFoundError: 'microphone_missing',
      NotReadableError: 'microphone_busy',
    }[error],
  })),
  {
    name: 'spoken-call',
    reach: async (page, calls) => {
      await joinTalking(page);
      talk(calls);
      await saidLast(page);
    },
    view: 'call',
  },
  {
    name: 'spoken-call-muted-and-typing',
    reach: async (page, calls) => {
      await joinTalking(page);
      talk(calls);
      calls.tell({ type: 'agent_stop_talking' });
      await saidLast(page);
      await page.locator('.control').nth(0).click();
      await page.locator('.control').nth(1).click();
      await page.locator('textarea').waitFor();
    },
    view: 'call',
  },
  {
    name: 'typed-call',
    reach: async (page, calls) => {
      await joinTyping(page);
      talk(calls);
      await saidLast(page);
      await page
        .locator('textarea')
        .fill(calls.script.link.language === 'ar' ? 'خمس سنوات' : 'About five years');
    },
    view: 'call',
  },
  {
    name: 'end-question',
    reach: async (page, calls) => {
      await joinTyping(page);
      talk(calls);
      await saidLast(page);
      await page.locator('.control.end').click();
      await page.locator('dialog[open]').waitFor();
    },
    view: 'call',
  },
  {
    name: 'reconnecting',
    reach: async (page, calls) => {
      await joinTyping(page);
      talk(calls);
      await saidLast(page);
      calls.script.status = 503;
      calls.cutStreams();
      await page.locator('.problem:not([hidden])').waitFor();
    },
    view: 'call',
  },
  {
    name: 'thanks',
    reach: async (page, calls) => {
      await joinTyping(page);
      calls.end('finished', false);
    },
    view: 'thanks',
  },
  {
    name: 'left-and-may-come-back',
    reach: async (page) => {
      await joinTyping(page);
      await page.locator('.control.end').click();
      await page.locator('dialog .button.danger').click();
    },
    view: 'left',
  },
  {
    name: 'lost',
    reach: async (page, calls) => {
      await joinTyping(page);
      calls.end('lost', true);
    },
    view: 'lost',
  },
  {
    name: 'service-failed',
    reach: async (page, calls) => {
      await joinTyping(page);
      calls.end('error', true);
    },
    view: 'broken',
  },
  {
    name: 'not-yet-open',
    prepare: ({ script }) => {
      script.link = { ...script.link, state: 'not_yet', opensAt: '2030-03-14T09:30:00.000Z' };
    },
    view: 'early',
  },
  ...(['finished', 'expired', 'in_call'] as const).map((state) => ({
    name: `link-${state}`,
    prepare: ({ script }: ScriptedCalls) => {
      script.link = { ...script.link, state };
    },
    view: { finished: 'finished', expired: 'expired', in_call: 'elsewhere' }[state],
  })),
  {
    name: 'unknown-link',
    prepare: ({ script }) => {
      script.status = 404;
    },
    view: 'unknown',
  },
  {
    name: 'service-broken',
    prepare: ({ script }) => {
      script.status = 500;
    },
    view: 'broken',
  },
  {
    name: 'network-away',
    disturb: (page) => page.route('**/state', (route) => route.abort()),
    view: 'away',
  },
];
