import { searchable } from '@parley/kernel/text.ts';
import { isChrome } from './main-text.parser.ts';
import { type Element, plainLine, rawText, readableText } from './page-markup.parser.ts';
import { everywhere } from './posting-words.model.ts';

export interface PageMetadata {
  readonly language: string;
  readonly canonical: string | undefined;
  /** What the page calls itself, best first; the name of the site is taken off. */
  readonly titles: readonly string[];
  /** The same with everything that stands beside it. */
  readonly wholeTitles: readonly string[];
  readonly site: string | undefined;
  readonly description: string | undefined;
  readonly headings: readonly string[];
  readonly asksForPassword: boolean;
}

export function metadataOf(elements: readonly Element[]): PageMetadata {
  const meta = new Map<string, string>();
  const headings: string[] = [];
  const smaller: string[] = [];
  let [title, language, canonical, asksForPassword] = ['', '', undefined as string | undefined, false];
  for (const element of elements) {
    const { tag, attributes } = element;
    if (tag === 'meta') {
      const name = (attributes.property ?? attributes.name ?? '').toLowerCase();
      if (name !== '' && attributes.content !== undefined && !meta.has(name))
        meta.set(name, plainLine(attributes.content));
    } else if (tag === 'title' && title === '' && element.parent?.tag !== 'svg')
      title = plainLine(rawText(element));
    else if (tag === 'html') language = (attributes.lang ?? '').slice(0, 2).toLowerCase();
    else if (tag === 'link' && /\bcanonical\b/i.test(attributes.rel ?? '')) canonical = attributes.href;
    else if (tag === 'input' && /^password$/i.test(attributes.type ?? '')) asksForPassword = true;
    else if ((tag === 'h1' || (tag === 'h2' && smaller.length < 20)) && !isInChrome(element))
      (tag === 'h1' ? headings : smaller).push(plainLine(readableText(element)));
  }
  const shared = [meta.get('og:title'), meta.get('twitter:title'), title].filter(
    (one) => one !== undefined && one !== '',
  ) as string[];
  const site = meta.get('og:site_name');
  const seen = headings.filter((heading) => heading !== '');
  const heading =
    seen.find((one) => shared.some((other) => searchable(other).includes(searchable(one)))) ??
    // Some boards call the job by a smaller heading; their title has it beside the employer's name.
    (seen.length > 0 ? undefined : smaller.find((one) => shared.some((other) => isPartOf(other, one))));
  const withoutSite = shared.map((one) => withoutName(one, site, title));
  return {
    language: language || (meta.get('og:locale') ?? '').slice(0, 2).toLowerCase(),
    canonical: canonical ?? meta.get('og:url'),
    titles: [...(heading ? [heading] : []), ...withoutSite.map(titleAlone), ...seen].filter(
      (one) => one !== '',
    ),
    wholeTitles: shared,
    site,
    description: meta.get('og:description') ?? meta.get('description'),
    headings: seen,
    asksForPassword,
  };
}

const isPartOf = (title: string, part: string): boolean =>
  part.length > 3 && title.split(/\s+[|–—·•:-]\s+/).some((one) => searchable(one) === searchable(part));

function isInChrome(element: Element): boolean {
  for (let one: Element | undefined = element; one; one = one.parent) if (isChrome(one)) return true;
  return false;
}

/** "Engineer | Careers" is called "Engineer": what stands after the last line or dash, where it is the site's name. */
function withoutName(title: string, site: string | undefined, whole: string): string {
  const parts = title.split(/\s+[|–—·•:-]\s+/);
  if (parts.length < 2) return title;
  const last = searchable(parts.at(-1) as string);
  const isSite =
    (site !== undefined && last === searchable(site)) || SITE.test(last) || /\.\w{2,4}$/.test(last);
  if (!isSite && title !== whole) return title;
  return isSite
    ? title.slice(0, title.lastIndexOf(parts.at(-1) as string)).replace(/\s+[|–—·•:-]\s+$/, '')
    : title;
}

const SITE = new RegExp(`\\b(${everywhere('careerSites')}|linkedin|indeed)\\b`);
const AT = new RegExp(
  `^(.{4,}?)\\s+(?:${everywhere('titleBeforeCompany')}|@)\\s+(\\p{Lu}.{1,80}?)(?:\\s+[|–—-]\\s+.*)?$`,
  'u',
);

const titleAlone = (title: string): string => AT.exec(title)?.[1] ?? title;
