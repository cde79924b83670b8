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

/** Any markup at all: what is broken is read as a browser would, near enough. */
export function parseMarkup(markup: string, options: { xml?: boolean } = {}): Element {
  const root: Element = { tag: '', attributes: {}, children: [], parent: undefined };
  const open: Element[] = [root];
  let tooDeep = 0;
  const top = () => open.at(-1) as Element;
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element: Element = { tag, attributes, children: [], parent: top() };
        top().children.push(element);
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
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    yield child;
    if (enters(child)) yield* elementsOf(child, enters);
  }
}

/** The text as it is, for scripts and for attributes of records. */
export const rawText = (element: Element): string =>
  element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');

export const elementChildren = (element: Element): Element[] =>
  element.children.filter((child): child is Element => typeof child !== 'string');
