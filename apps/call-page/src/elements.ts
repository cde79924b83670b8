type Child = Node | string | false | undefined;
type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element with its attributes, listeners (`onclick`) and children. Texts are texts: nothing is read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value);
    else if (value === true) created.setAttribute(name, '');
    else if (value !== undefined && value !== false) created.setAttribute(name, String(value));
  }
  created.append(...children.filter((child) => child !== undefined && child !== false));
  return created;
}

/** Strokes on a field of 24 by 24. */
const strokes = {
  microphone: 'M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3',
  muted:
    'M15 9.5V6a3 3 0 0 0-5.7-1.3M9 9v3a3 3 0 0 0 4.6 2.5M5.5 11.5a6.5 6.5 0 0 0 10.2 5.3M18.5 11.5a6.4 6.4 0 0 1-.6 2.7M12 18v3M3.5 3.5l17 17',
  keyboard:
    'M4 6.5h16a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5ZM6 10h.01M9 10h.01M12 10h.01M15 10h.01M18 10h.01M8 14h8',
  hangUp: 'M3.2 14.8c4.9-4.4 12.7-4.4 17.6 0l-1.9 2.5-3.6-1.5v-2.5a11 11 0 0 0-6.6 0v2.5l-3.6 1.5-1.9-2.5Z',
  send: 'M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
  done: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM8 12.3l2.7 2.7L16 9.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1-1',
  windows:
    'M8.5 8.5V5A1.5 1.5 0 0 1 10 3.5h9A1.5 1.5 0 0 1 20.5 5v9a1.5 1.5 0 0 1-1.5 1.5h-3.5M5 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19v-9A1.5 1.5 0 0 1 5 8.5Z',
  offline:
    'M3 9.5a13 13 0 0 1 5-2.8M12.5 6a13 13 0 0 1 8.5 3.5M6.5 13.2a8.2 8.2 0 0 1 4-2M15 11.8c.9.4 1.8.9 2.5 1.4M9.8 16.6a3.4 3.4 0 0 1 4.4 0M12 19.5h.01M4 3.5l16 17',
  attention: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 8v4.5M12 16h.01',
  machine: 'M12 3.2 13.8 9l5.7 1.9-5.7 1.9L12 18.5l-1.8-5.7-5.7-1.9L10.2 9 12 3.2ZM18.8 16v4M16.8 18h4',
  recording: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
} as const;

export type IconName = keyof typeof strokes;

/** A drawing beside words; a screen reader passes it over. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', strokes[name]);
  svg.append(path);
  return svg;
}

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
