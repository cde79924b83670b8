import type { Caption, UsableLink } from '@parley/sdk-web/call-protocol.ts';
import { Captions } from './captions.ts';
import { Composer } from './composer.ts';
import { button, element, type IconName, icon } from './elements.ts';
import { heading, type View } from './stage.ts';
import { filled, type Texts } from './texts.ts';
import { initialOf } from './welcome-view.ts';

export interface CallScreenOptions {
  readonly texts: Texts;
  readonly link: UsableLink;
  readonly canTalk: boolean;
  levels(): { readonly microphone: number; readonly agent: number };
  announce(words: string): void;
  onMute(isMuted: boolean): void;
  /** Tells whether it was sent. */
  onSend(text: string): Promise<boolean>;
  onTalk(): void;
  onEnd(): void;
}

/** The call itself: who talks, what is said, and the few things one can do. */
export class CallScreen {
  readonly view: View;
  readonly #options: CallScreenOptions;
  readonly #captions: Captions;
  readonly #composer: Composer;
  readonly #status = element('p', { class: 'status' });
  readonly #notice = element('p', { class: 'problem', hidden: true });
  readonly #figure: HTMLElement;
  readonly #mute: HTMLButtonElement;
  readonly #type: HTMLButtonElement;
  readonly #talk: HTMLButtonElement;
  readonly #root: HTMLElement;
  #frame = 0;
  #isMuted = false;
  #isAgentTalking = false;
  #isConnected = true;
  #problem: string | undefined;

  constructor(options: CallScreenOptions) {
    const { texts, link } = options;
    this.#options = options;
    this.#captions = new Captions(texts, link.agent.name);
    this.#composer = new Composer(texts, (text) => this.#send(text));
    this.#figure = element(
      'div',
      { class: 'figure', 'aria-hidden': 'true' },
      element('span', { class: 'monogram' }, initialOf(link.agent.name)),
    );
    this.#mute = control('microphone', texts.mute, () => this.#setMuted(!this.#isMuted));
    this.#type = control('keyboard', texts.type, () => this.#openComposer());
    this.#talk = control('microphone', texts.talkInstead, () => options.onTalk());
    const question = endQuestion(texts, () => options.onEnd());
    const end = control('hangUp', texts.end, () => question.showModal());
    end.classList.add('end');
    this.#root = element(
      'div',
      { class: 'call' },
      element(
        'header',
        {},
        this.#figure,
        element(
          'div',
          { class: 'partner' },
          heading(link.agent.name),
          element(
            'p',
            { class: 'of' },
            element('span', { class: 'badge' }, texts.machineBadge),
            link.company.name,
          ),
          this.#status,
        ),
      ),
      this.#notice,
      this.#captions.root,
      this.#composer.root,
      element('div', { class: 'controls' }, this.#mute, this.#type, this.#talk, end),
      question,
    );
    this.view = {
      name: 'call',
      title: `${texts.pageTitle} · ${link.company.name}`,
      content: [this.#root],
      onEnter: () => this.#draw(),
      onLeave: () => cancelAnimationFrame(this.#frame),
    };
    this.#tellStatus();
  }

  /** Whether the person talks or types. */
  setAudio(hasAudio: boolean): void {
    this.#root.classList.toggle('spoken', hasAudio);
    this.#captions.isReadOut = !hasAudio;
    this.#mute.hidden = !hasAudio;
    this.#type.hidden = !hasAudio;
    this.#talk.hidden = hasAudio || !this.#options.canTalk;
    this.#composer.root.hidden = hasAudio;
    this.#type.setAttribute('aria-expanded', 'false');
    if (hasAudio) this.#setMuted(false);
    else this.#tellStatus();
    if (!hasAudio) this.#composer.field.focus();
  }

  setAgentTalking(isTalking: boolean): void {
    this.#isAgentTalking = isTalking;
    this.#figure.classList.toggle('talking', isTalking);
    this.#tellStatus();
  }

  showCaption(caption: Caption): void {
    this.#captions.show(caption);
  }

  /** Something went wrong; nothing: all is well again. */
  setProblem(words: string | undefined): void {
    this.#problem = words;
    this.#showTrouble();
  }

  setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#showTrouble();
    if (isConnected) this.#options.announce(this.#options.texts.reconnected);
  }

  /** That the connection is gone says why anything else went wrong. */
  #showTrouble(): void {
    const words = this.#isConnected ? this.#problem : this.#options.texts.reconnecting;
    this.#notice.hidden = words === undefined;
    this.#notice.textContent = words ?? '';
    if (words !== undefined) this.#options.announce(words);
  }

  #setMuted(isMuted: boolean): void {
    const { texts } = this.#options;
    const hadChanged = this.#isMuted !== isMuted;
    this.#isMuted = isMuted;
    this.#options.onMute(isMuted);
    this.#mute.replaceChildren(
      ...controlParts(isMuted ? 'muted' : 'microphone', isMuted ? texts.unmute : texts.mute),
    );
    this.#mute.classList.toggle('on', isMuted);
    if (hadChanged && isMuted) this.#options.announce(texts.muted);
    this.#tellStatus();
  }

  #openComposer(): void {
    const isOpen = !this.#composer.root.hidden;
    this.#composer.root.hidden = isOpen;
    this.#type.setAttribute('aria-expanded', String(!isOpen));
    if (!isOpen) this.#composer.field.focus();
  }

  async #send(text: string): Promise<boolean> {
    const takeBack = this.#captions.showTyped(text);
    const wasSent = await this.#options.onSend(text);
    if (!wasSent) takeBack();
    return wasSent;
  }

  #tellStatus(): void {
    const { texts, link } = this.#options;
    const isSpoken = this.#root.classList.contains('spoken');
    const words = this.#isAgentTalking
      ? filled(isSpoken ? texts.speaking : texts.writing, { agent: link.agent.name })
      : isSpoken && this.#isMuted
        ? texts.muted
        : texts.yourTurn;
    this.#status.textContent = words;
  }

  #draw(): void {
    const { microphone, agent } = this.#options.levels();
    this.#figure.style.setProperty('--level', agent.toFixed(2));
    this.#mute.style.setProperty('--level', microphone.toFixed(2));
    this.#frame = requestAnimationFrame(() => this.#draw());
  }
}

const controlParts = (name: IconName, label: string): Node[] => [icon(name), element('span', {}, label)];

function control(name: IconName, label: string, onPress: () => void): HTMLButtonElement {
  const made = button({ kind: 'secondary', label, icon: name, onPress });
  made.className = 'control';
  return made;
}

/** Asks once before the call is ended: a slip of the finger must not cost the conversation. */
function endQuestion(texts: Texts, onEnd: () => void): HTMLDialogElement {
  const dialog = element(
    'dialog',
    { class: 'question', 'aria-labelledby': 'end-question' },
    element('h2', { id: 'end-question' }, texts.endQuestion),
    element(
      'div',
      { class: 'actions' },
      button({ kind: 'primary', label: texts.stay, onPress: () => dialog.close() }),
      button({
        kind: 'danger',
        label: texts.endNow,
        onPress: () => {
          dialog.close();
          onEnd();
        },
      }),
    ),
  );
  return dialog;
}
