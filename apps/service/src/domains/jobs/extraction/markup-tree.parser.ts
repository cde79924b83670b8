import { Parser } from 'htmlparser2';

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
