import { LevelMeter } from '@parley/sdk-web/microphone.ts';
import { type ButtonOptions, button, element } from './elements.ts';
import { heading, type View } from './stage.ts';
import type { Texts } from './texts.ts';

/** Louder than the hum of a room. */
const HEARD_LEVEL = 0.25;
/** So many drawings of the screen in a row are a voice, not a knock. */
const HEARD_DRAWINGS = 6;
const PATIENCE_MS = 6_000;
const BARS = 24;

export interface MicrophoneCheck {
  readonly texts: Texts;
  readonly microphone: MediaStream;
  readonly choices: readonly MediaDeviceInfo[];
  readonly actions: readonly ButtonOptions[];
  onChoose(deviceId: string): void;
  announce(words: string): void;
}

/** "Say something": the bars move, and the page says that it hears. */
export function microphoneView(check: MicrophoneCheck): View {
  const { texts } = check;
  const bars = element('div', { class: 'meter', 'aria-hidden': 'true' });
  for (let index = 0; index < BARS; index += 1) bars.append(element('i'));
  const verdict = element('p', { class: 'verdict' }, texts.microphoneHint);
  const stop = listen(check, bars, (words, isGood) => {
    verdict.textContent = words;
    verdict.classList.toggle('good', isGood);
    check.announce(words);
  });
  return {
    name: 'microphone',
    title: texts.microphoneTitle,
    content: [
      heading(texts.microphoneTitle),
      bars,
      verdict,
      ...choice(check),
      element('div', { class: 'actions' }, ...check.actions.map(button)),
    ],
    onLeave: stop,
  };
}

function listen(
  { microphone, texts }: MicrophoneCheck,
  bars: HTMLElement,
  say: (words: string, isGood: boolean) => void,
): () => void {
  const context = new AudioContext();
  void context.resume();
  const meter = new LevelMeter(context, microphone);
  const quiet = setTimeout(() => say(texts.microphoneQuiet, false), PATIENCE_MS);
  let loudInARow = 0;
  let frame = requestAnimationFrame(function draw() {
    const level = meter.level();
    for (const [index, bar] of [...bars.children].entries())
      bar.classList.toggle('lit', level * BARS > index);
    loudInARow = level > HEARD_LEVEL ? loudInARow + 1 : 0;
    if (loudInARow === HEARD_DRAWINGS) {
      clearTimeout(quiet);
      say(texts.microphoneHeard, true);
    }
    frame = requestAnimationFrame(draw);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(quiet);
    meter.close();
    void context.close();
  };
}

function choice({ texts, choices, microphone, onChoose }: MicrophoneCheck): HTMLElement[] {
  if (choices.length < 2) return [];
  const used = microphone.getAudioTracks()[0]?.getSettings().deviceId;
  const select = element('select', { id: 'microphone', onchange: () => onChoose(select.value) });
  for (const { deviceId, label } of choices) {
    select.append(element('option', { value: deviceId, selected: deviceId === used }, label));
  }
  return [
    element(
      'div',
      { class: 'field' },
      element('label', { for: 'microphone' }, texts.microphoneChoice),
      select,
    ),
  ];
}
