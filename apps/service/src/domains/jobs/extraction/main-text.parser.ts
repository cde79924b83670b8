import { type Element, elementChildren, elementsOf, isHidden, readableText } from './page-markup.parser.ts';
import { classNamesEverywhere } from './posting-words.model.ts';

const CHROME_TAGS = new Set(['nav', 'footer', 'aside', 'dialog', 'head']);
const CHROME_ROLES = new Set([
  'navigation',
  'contentinfo',
  'dialog',
  'alertdialog',
  'search',
  'complementary',
  'menu',
]);
const CHROME_NAMES =
  /(^|[\s_-])(cookies?|consent|gdpr|cc[_-]div\S*|footer\S*|breadcrumbs?|navbar|nav|menu|sidebar|modal|newsletter|similar[_-]?jobs?|related[_-]?jobs?|recommended[_-]?jobs?|other[_-]?jobs?|social|share|advert\w*|banner)($|[\s_-])/i;

/** What frames the page instead of being what it is about. */
export function isChrome(element: Element): boolean {
  const { tag, attributes } = element;
  if (isHidden(element) || CHROME_TAGS.has(tag) || CHROME_ROLES.has(attributes.role ?? '')) return true;
  if (tag === 'body' || tag === 'main' || tag === 'article' || tag === 'html') return false;
  if (tag === 'header' && !holds(element, 'h1')) return true;
  return (
    CHROME_NAMES.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`.slice(0, 300)) &&
    !holds(element, 'h1')
  );
}

const holds = (element: Element, tag: string): boolean => {
  for (const one of elementsOf(element)) if (one.tag === tag) return true;
  return false;
};

/** The elements of what the page is about, in their order; `apart` are passed over with all they hold. */
export function contentOf(page: Element, apart: ReadonlySet<Element> = new Set()): Element[] {
  const chrome = new Set<Element>();
  const enters = (element: Element) => {
    if (apart.has(element) || isChrome(element)) chrome.add(element);
    return !chrome.has(element);
  };
  return [...elementsOf(page, enters)].filter((element) => !chrome.has(element));
}

/** All that the page says apart from its frame and from other jobs. */
export const bodyText = (page: Element, others: ReadonlySet<Element>): string =>
  readableText(page, { skips: (element) => isChrome(element) || others.has(element) });

const MAX_NOTE = 80;
const MAX_NOTES = 2000;

/** The short texts that stand on their own: below a title, in a list, beside an icon. */
export function notesOf(content: readonly Element[]): string[] {
  const notes: string[] = [];
  for (const { tag, children } of content) {
    if (notes.length > MAX_NOTES) break;
    if (tag === 'h1' || children.length === 0 || children.length > 3) continue;
    if (!children.every((child) => typeof child === 'string' || INLINE.has(child.tag) || child.tag === 'svg'))
      continue;
    const text = children
      .map((child) => (typeof child === 'string' ? child : ' '))
      .join('')
      .trim();
    if (text.length > 1 && text.length <= MAX_NOTE) notes.push(...text.split(/[·•|\n]/));
  }
  return notes.map((note) => note.trim()).filter((note) => note.length > 1);
}

const names = classNamesEverywhere();
const NAMED_DESCRIPTION = new RegExp(
  `(^|[\\s_-])(${names.posting?.join('|')})[_-]?(${names.description?.join('|')})|jobdescription|job-?ad-?body`,
  'i',
);

/**
 * The part of the page that reads like a text: the element whose paragraphs and items have most to say. Text counts
 * for its parent, and half for the one above, so that one box wins over the page around it.
 */
export function mainText(content: readonly Element[], others: ReadonlySet<Element>): string | undefined {
  const scores = new Map<Element, number>();
  for (const element of content) {
    const name = `${element.attributes.class ?? ''} ${element.attributes.id ?? ''} ${element.attributes['data-automation-id'] ?? ''} ${element.attributes.itemprop ?? ''}`;
    if (NAMED_DESCRIPTION.test(name.slice(0, 300))) scores.set(element, (scores.get(element) ?? 0) + 200);
    const own = ownLength(element);
    if (own < 20) continue;
    const item = ['p', 'li', 'h2', 'h3', 'h4', 'span', 'strong', 'b'].includes(element.tag);
    const holder = item ? element.parent : element;
    for (
      let above = holder, share = 1, step = 0;
      above && step < 4;
      above = above.parent, share /= 1.5, step++
    )
      scores.set(above, (scores.get(above) ?? 0) + own * share);
  }
  const best = [...scores].reduce<[Element, number] | undefined>(
    (most, one) => (most === undefined || one[1] > most[1] ? one : most),
    undefined,
  );
  const text =
    best === undefined
      ? undefined
      : readableText(best[0], { skips: (element) => isChrome(element) || others.has(element) });
  return text === undefined || text.length < 40 ? undefined : text;
}

/** Characters of the element's own text, links aside: what is clicked is rarely read. */
const ownLength = ({ tag, children }: Element): number =>
  tag === 'a'
    ? 0
    : children.reduce(
        (sum, child) => sum + (typeof child === 'string' ? child.trim().length : inline(child)),
        0,
      );

const INLINE = new Set(['b', 'strong', 'em', 'i', 'u', 'span', 'font', 'mark', 'small']);
const inline = (element: Element): number =>
  INLINE.has(element.tag)
    ? element.children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : 0), 0)
    : 0;

/** How far above a link the box of its job may be. */
const LEVELS = 5;
const HEADING = /^h[2-6]$/;
const ROWS = new Set(['li', 'article', 'tr']);

/**
 * The boxes of other jobs that a page shows beside its own, by their build: boxes of one kind side by side, each with a
 * link and a heading, or rows that begin with a link and say more. What stands in them is about the jobs behind the links.
 */
export function otherJobs(content: readonly Element[]): ReadonlySet<Element> {
  const [linked, headed, ownTitle] = [new Set<Element>(), new Set<Element>(), new Set<Element>()];
  for (const element of content) {
    const marks =
      element.tag === 'a' && isElsewhere(element.attributes.href)
        ? linked
        : HEADING.test(element.tag)
          ? headed
          : element.tag === 'h1'
            ? ownTitle
            : undefined;
    if (marks === undefined) continue;
    const levels = marks === ownTitle ? Number.POSITIVE_INFINITY : LEVELS;
    for (let above: Element | undefined = element, level = 0; above && level <= levels; level++) {
      marks.add(above);
      above = above.parent;
    }
  }
  const isBox = (element: Element) =>
    !ownTitle.has(element) &&
    linked.has(element) &&
    ((headed.has(element) && !HEADING.test(element.tag)) ||
      (ROWS.has(element.tag) && beginsWithLink(element)));
  const kinds = new Map<Element | undefined, Map<string, Element[]>>();
  for (const element of content) {
    if (!isBox(element)) continue;
    const siblings = kinds.get(element.parent) ?? new Map<string, Element[]>();
    const kind = `${element.tag} ${(element.attributes.class ?? '').split(/\s+/)[0]}`;
    const alike = siblings.get(kind) ?? [];
    alike.push(element);
    kinds.set(element.parent, siblings.set(kind, alike));
  }
  const boxes = [...kinds.values()].flatMap((siblings) => [...siblings.values()]);
  // One row alone is a list of other jobs too; one box alone may be the posting itself.
  return new Set(boxes.filter((all) => all.length > 1 || ROWS.has(all[0]?.tag ?? '')).flat());
}

const isElsewhere = (href: string | undefined): boolean =>
  href !== undefined && !/^(#|mailto:|tel:|javascript:|$)/i.test(href.trim());

/** A row that is nothing but a link is an entry of a menu, or a term. */
function beginsWithLink(row: Element): boolean {
  const first = row.children.find((child) => typeof child !== 'string' || child.trim() !== '');
  const link = typeof first === 'object' && first.tag !== 'a' ? elementChildren(first)[0] : first;
  if (typeof link !== 'object' || link.tag !== 'a' || !isElsewhere(link.attributes.href)) return false;
  return readableText(row).length > readableText(link).length + 10;
}
