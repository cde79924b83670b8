import { type Element, elementChildren } from './markup-tree.parser.ts';
import { readableText } from './readable-text.parser.ts';

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
