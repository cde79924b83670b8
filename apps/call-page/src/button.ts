import { element } from './element.ts';
import { type IconName, icon } from './icon.ts';

export type ButtonKind = 'primary' | 'secondary' | 'danger';

export interface ButtonOptions {
  readonly kind: ButtonKind;
  readonly label: string;
  readonly icon?: IconName;
  onPress(): void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: `button ${options.kind}`, onclick: () => options.onPress() },
    options.icon !== undefined && icon(options.icon),
    element('span', {}, options.label),
  );
}
