import { CallFailure, type FailureCode } from '@parley/sdk-web/call-failure.ts';
import type { CallEnd, CallLink, UsableLink } from '@parley/sdk-web/call-protocol.ts';
import { canTalk, closeMicrophone, listMicrophones, openMicrophone } from '@parley/sdk-web/microphone.ts';
import { readLink, WebCall } from '@parley/sdk-web/web-call.ts';
import { CallScreen } from './call-screen.ts';
import type { ButtonOptions } from './elements.ts';
import { microphoneView } from './microphone-view.ts';
import {
  endNotice,
  linkNotice,
  microphoneNotice,
  type Notice,
  noticeView,
  unreachableNotice,
  waitingView,
} from './notices.ts';
import type { PageLanguage } from './page-language.ts';
import type { ResumeKeyStore } from './resume-key.ts';
import type { Stage } from './stage.ts';
import { welcomeView } from './welcome-view.ts';

const RETRY_MS = 5_000;
/** The longest wait that a timer can hold is 24 days; an hour is plenty. */
const MAX_WAIT_MS = 3_600_000;

export interface JourneyOptions {
  readonly url: string;
  readonly stage: Stage;
  readonly language: PageLanguage;
  readonly resumeKeys: ResumeKeyStore;
}

/** From opening the link to the thanks at the end: which screen follows which. */
export class Journey {
  readonly #options: JourneyOptions;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: JourneyOptions) {
    this.#options = options;
  }

  /** Reads the link and shows what can be done with it. */
  async begin(): Promise<void> {
    const { url, stage, language, resumeKeys } = this.#options;
    clearTimeout(this.#retryTimer);
    let link: CallLink;
    try {
      link = await readLink({ url });
    } catch (error) {
      const notice = unreachableNotice(language.texts, codeOf(error), () => void this.begin());
      stage.show(noticeView(notice));
      if (codeOf(error) !== 'unknown_link') this.#retryIn(RETRY_MS);
      return;
    }
    if (link.language !== undefined) await language.speak(link.language);
    if (link.state === 'open') return this.#welcome(link);
    if (link.state === 'in_call' && (link.canResume || resumeKeys.read() !== undefined))
      return this.#welcomeBack(link);
    stage.show(noticeView(linkNotice(language, link, () => void this.begin())));
    if (link.state === 'in_call') this.#retryIn(RETRY_MS);
    if (link.state === 'not_yet') this.#retryIn(Date.parse(link.opensAt ?? '') - Date.now());
  }

  #retryIn(ms: number): void {
    // A clock that is ahead of the service's must not make the page ask without a pause.
    this.#retryTimer = setTimeout(() => void this.begin(), Math.min(Math.max(ms, RETRY_MS), MAX_WAIT_MS));
  }

  #welcome(link: UsableLink): void {
    const { stage, language } = this.#options;
    const { texts } = language;
    stage.show(welcomeView(texts, link, this.#waysIn(link), this.#noteOn(link)));
    if (isSpeechComing(link)) this.#retryTimer = setTimeout(() => void this.#lookForSpeech(), RETRY_MS);
  }

  #noteOn(link: UsableLink): string | undefined {
    const { texts } = this.#options.language;
    if (isSpeechComing(link)) return texts.speechComing;
    return link.voice && !canTalk() ? texts.unsupported : undefined;
  }

  /** Shows the page anew only when something has changed, so that nobody who reads it or tabs through it is disturbed. */
  async #lookForSpeech(): Promise<void> {
    const looking = this.#retryTimer;
    const link = await readLink({ url: this.#options.url }).catch(() => undefined);
    // The contact did not wait: the call has begun.
    if (this.#retryTimer !== looking) return;
    if (link !== undefined && (link.state !== 'open' || !isSpeechComing(link))) return this.begin();
    this.#retryTimer = setTimeout(() => void this.#lookForSpeech(), RETRY_MS);
  }

  #waysIn(link: UsableLink): ButtonOptions[] {
    const { texts } = this.#options.language;
    const typing = this.#typing(link);
    if (isSpeechComing(link)) return [typing];
    // Where nobody could talk, typing is instead of nothing.
    if (!link.voice) return [{ ...typing, kind: 'primary', label: texts.join }];
    if (!canTalk()) return [{ ...typing, kind: 'primary' }];
    const talking: ButtonOptions = {
      kind: 'primary',
      label: texts.useMicrophone,
      icon: 'microphone',
      onPress: () => void this.#checkMicrophone(link),
    };
    return [talking, typing];
  }

  #typing(link: UsableLink): ButtonOptions {
    return {
      kind: 'secondary',
      label: this.#options.language.texts.typeInstead,
      icon: 'keyboard',
      onPress: () => void this.#join(link, undefined),
    };
  }

  /** The page was closed or loaded again, or crashed, in the middle of the call. */
  #welcomeBack(link: UsableLink): void {
    const { stage, language } = this.#options;
    const isTalking = link.voice && canTalk();
    const resume: ButtonOptions = {
      kind: 'primary',
      label: language.texts.continueCall,
      onPress: () => void (isTalking ? this.#checkMicrophone(link) : this.#join(link, undefined)),
    };
    stage.show(welcomeView(language.texts, link, isTalking ? [resume, this.#typing(link)] : [resume]));
  }

  async #checkMicrophone(link: UsableLink, deviceId?: string): Promise<void> {
    const { stage, language } = this.#options;
    const { texts } = language;
    const asking = waitingView(texts.microphoneAsk);
    stage.show(asking);
    let microphone: MediaStream;
    try {
      microphone = await openMicrophone(deviceId);
    } catch (error) {
      const again = () => void this.#checkMicrophone(link);
      return stage.show(
        noticeView(
          microphoneNotice(texts, codeOf(error), again, { ...this.#typing(link), kind: 'secondary' }),
        ),
      );
    }
    const choices = await listMicrophones();
    const check = microphoneView({
      texts,
      microphone,
      choices,
      announce: (words) => stage.announce(words),
      onChoose: (chosen) => {
        closeMicrophone(microphone);
        void this.#checkMicrophone(link, chosen);
      },
      actions: [
        { kind: 'primary', label: texts.join, onPress: () => void this.#join(link, microphone) },
        {
          ...this.#typing(link),
          onPress: () => {
            closeMicrophone(microphone);
            void this.#join(link, undefined);
          },
        },
      ],
    });
    stage.show(check);
  }

  async #join(link: UsableLink, microphone: MediaStream | undefined): Promise<void> {
    const { url, stage, language, resumeKeys } = this.#options;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    stage.show(waitingView(language.texts.connecting));
    const call = new WebCall();
    const screen = this.#screenOf(link, call);
    const resumeKey = link.state === 'in_call' ? resumeKeys.read() : undefined;
    try {
      await call.startCall({
        url,
        audio: microphone !== undefined,
        ...(microphone !== undefined && { microphone }),
        ...(resumeKey !== undefined && { resumeKey }),
      });
    } catch (error) {
      if (microphone !== undefined) closeMicrophone(microphone);
      resumeKeys.forget();
      const again = () => void this.begin();
      // Taken or finished by now: the link itself says it best.
      if (codeOf(error) === 'not_open') return this.begin();
      return stage.show(noticeView(unreachableNotice(language.texts, codeOf(error), again)));
    }
    if (!call.isLive) return;
    stage.show(screen.view);
    screen.setAudio(call.hasAudio);
  }

  #screenOf(link: UsableLink, call: WebCall): CallScreen {
    const { stage, language, resumeKeys } = this.#options;
    const { texts } = language;
    const screen = new CallScreen({
      texts,
      link,
      canTalk: link.voice && canTalk(),
      levels: () => call.levels(),
      announce: (words) => stage.announce(words),
      onMute: (isMuted) => call.mute(isMuted),
      onSend: (text) =>
        call.sendText(text).then(
          () => {
            screen.setProblem(undefined);
            return true;
          },
          () => {
            screen.setProblem(texts.messageFailed);
            return false;
          },
        ),
      onTalk: () =>
        void call.startAudio().then(
          () => screen.setAudio(true),
          (error: unknown) => screen.setProblem(microphoneNotice(texts, codeOf(error)).title),
        ),
      onEnd: () => {
        stage.show(waitingView(texts.ending));
        void call.stopCall();
      },
    });
    call.on('call_started', ({ resumeKey }) => resumeKeys.keep(resumeKey));
    call.on('agent_start_talking', () => screen.setAgentTalking(true));
    call.on('agent_stop_talking', () => screen.setAgentTalking(false));
    call.on('update', (caption) => screen.showCaption(caption));
    call.on('reconnecting', () => screen.setConnected(false));
    call.on('reconnected', () => screen.setConnected(true));
    call.on('error', ({ code }) => {
      if (!call.hasAudio) screen.setAudio(false);
      screen.setProblem(code === 'service' ? texts.brokenTitle : texts.voiceFailed);
    });
    call.on('call_ended', (end) => {
      // After a reload the key is what goes on with the call soonest.
      if (!end.canComeBack) resumeKeys.forget();
      this.#farewell(end);
    });
    return screen;
  }

  #farewell(end: CallEnd): void {
    const { stage, language } = this.#options;
    const notice: Notice = endNotice(language.texts, end, () => void this.begin());
    stage.show(noticeView(notice));
  }
}

/** Only a browser with a microphone waits for it. */
const isSpeechComing = (link: UsableLink): boolean => !link.voice && link.speechComing === true && canTalk();

const codeOf = (error: unknown): FailureCode => (error instanceof CallFailure ? error.code : 'service');
