import { Parser } from 'htmlparser2';

const silent = new Set(
  'script style noscript template svg iframe object select textarea button input head title canvas audio video dialog'.split(
    ' ',
  ),
);
const paragraphs = new Set(
  'p h1 h2 h3 h4 h5 h6 table ul ol dl blockquote section article pre fieldset'.split(' '),
);
const lines = new Set(
  'address aside body dd div dt figcaption figure footer form header hr main nav tr'.split(' '),
);

/** What nobody sees on the page. */
export const isHidden = ({ tag, attributes }: Element): boolean =>
  silent.has(tag) ||
  'hidden' in attributes ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.style ?? '');

/** More than a job may say, with room for what is taken away; the rest of a long page is not even looked at. */
const MAX_CHARACTERS = 200_000;

interface Writing {
  readonly parts: string[];
  readonly skips: (element: Element) => boolean;
  length: number;
}

/** What a reader sees: an empty line between paragraphs, a dash before each item of a list. */
export const readableText = (
  element: Element,
  options: { keepsLines?: boolean; skips?: (element: Element) => boolean } = {},
): string => {
  const writing: Writing = { parts: [], skips: options.skips ?? isHidden, length: 0 };
  write(element, writing, options.keepsLines ?? false);
  return tidy(writing.parts.join(''));
};

function write(element: Element, writing: Writing, keepsLines: boolean): void {
  const { parts, skips } = writing;
  for (const child of element.children) {
    if (writing.length > MAX_CHARACTERS) return;
    if (typeof child === 'string') {
      const text = child.slice(0, MAX_CHARACTERS);
      parts.push(keepsLines ? text : text.replaceAll(/\s+/g, ' '));
      writing.length += text.length;
      continue;
    }
    if (skips(child)) continue;
    const { tag } = child;
    if (tag === 'br') parts.push('\n');
    else if (tag === 'li') parts.push('\n- ');
    else if (tag === 'td' || tag === 'th') parts.push(' ');
    const edge = paragraphs.has(tag) ? '\n\n' : lines.has(tag) ? '\n' : '';
    parts.push(edge);
    write(child, writing, keepsLines || tag === 'pre');
    parts.push(tag === 'li' ? '\n' : edge);
  }
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|(?![\n\t])\p{Cc}/gu;

const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/^[•▪●◦‣·∙➤►✓✔*]\s*(?=\S)/gm, '- ')
    // An item whose text is a paragraph of its own, and items that stand in lists of one.
    .replaceAll(/^- ?\n+(?=[^-\n])/gm, '- ')
    .replaceAll(/^-\s*$/gm, '')
    .replaceAll(/(^- .+)\n\n+(?=- )/gm, '$1\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;
const BLOCK_TAG =
  /<\/?(?:p|br|div|ul|ol|li|h[1-6]|table|tr|td|section|article|dl|dt|dd|blockquote)\b[^<>]*>/i;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d{0,2});/i;
/** Markup escaped, and escaped again; more is not seen. */
const ROUNDS = 4;

/** The words of a value that may be markup, escaped markup, or plain text. */
export function plainText(value: string): string {
  let text = value;
  for (let round = 0; round < ROUNDS && (TAG.test(text) || ENTITY.test(text)); round++)
    text = readableText(parseMarkup(text), { keepsLines: !BLOCK_TAG.test(text) });
  return tidy(text);
}

/** The same on one line, for a title or a name. */
export const plainLine = (value: string): string => plainText(value).replaceAll(/\s+/g, ' ').trim();

/** A page as a tree: elements and the text between them. */
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
  readonly parent: Element | undefined;
}

/** Deeper than honest pages are; what is nested deeper becomes a neighbour, so that a walk down never exhausts the stack. */
const MAX_DEPTH = 256;
/** A page of 5 MiB that people read has a tenth of that. */
const MAX_ELEMENTS = 400_000;

/** Any markup at all: what is broken is read as a browser would, near enough. */
export function parseMarkup(markup: string, options: { xml?: boolean } = {}): Element {
  const root: Element = { tag: '', attributes: {}, children: [], parent: undefined };
  const open: Element[] = [root];
  let [tooDeep, elements] = [0, 0];
  const top = () => open.at(-1) as Element;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element: Element = { tag, attributes, children: [], parent: top() };
        if (++elements <= MAX_ELEMENTS) top().children.push(element);
        if (open.length < MAX_DEPTH) open.push(element);
        else tooDeep++;
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep--;
        else if (open.length > 1) open.pop();
      },
      ontext(text) {
        const { children } = top();
        const last = children.length - 1;
        if (typeof children[last] === 'string') children[last] += text;
        else children.push(text);
      },
    },
    { decodeEntities: true, xmlMode: options.xml ?? false, recognizeCDATA: true },
  );
  parser.end(markup);
  return root;
}

/** Every element below, in the order of the page. `enters` says whether to look inside one. */
export function* elementsOf(
  root: Element,
  enters: (element: Element) => boolean = () => true,
): Generator<Element> {
  const waiting = elementChildren(root).reverse();
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    yield element;
    if (!enters(element)) continue;
    for (let at = element.children.length - 1; at >= 0; at--) {
      const child = element.children[at];
      if (typeof child === 'object') waiting.push(child);
    }
  }
}

/** The text as it is, for scripts and for attributes of records. */
export const rawText = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');

export const elementChildren = (element: Element): Element[] =>
  element.children.filter((child): child is Element => typeof child !== 'string');
