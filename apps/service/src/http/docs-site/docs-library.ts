import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { apiReference, docsHome } from './docs-addresses.ts';
import { type RenderedDocument, renderDocument } from './docs-markdown.ts';

/** The folder Parley was cloned into, or installed as. */
const INSTALLATION = join(import.meta.dirname, '../../../../..');

export interface DocsPage {
  /** From the installation, such as docs/keys.md. */
  readonly file: string;
  readonly address: string;
  readonly title: string;
  /** Its name in the navigation. */
  readonly label: string;
  /** Its first sentence. */
  readonly description: string;
  readonly markdown: string;
}

export interface DocsSection {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

export interface DocsLibrary {
  /** The order of reading: what the navigation shows. */
  readonly sections: readonly DocsSection[];
  /** By address, decisions included. */
  readonly pages: ReadonlyMap<string, DocsPage>;
  render(page: DocsPage): RenderedDocument;
  /** A file of the installation that a page shows or links, by its address. */
  fileAt(address: string): string | undefined;
}

/** Pages outside docs/; a link to README.md leads to the start of the site. */
const outside: Readonly<Record<string, string>> = {
  'CHANGELOG.md': '/docs/changelog',
  'CONTRIBUTING.md': '/docs/contributing',
  'SECURITY.md': '/docs/report-a-vulnerability',
};
const FILES = '/docs/files/';
/** Documents name the service by the address of a first start; on the site that is where the page came from. */
const FIRST_START = /^http:\/\/localhost:3000(?=\/)/;

/** Reads every document. `contents.json` has the sections; a page that it does not name is listed last. */
export async function readDocs(root = INSTALLATION): Promise<DocsLibrary> {
  const contents = JSON.parse(await readFile(join(root, 'docs/contents.json'), 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  const labels = new Map(Object.values(contents).flatMap((section) => Object.entries(section)));
  const inFolder = (await readdir(join(root, 'docs'), { recursive: true }))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'));
  const files = [...inFolder, ...Object.keys(outside).filter((file) => existsSync(join(root, file)))].sort();
  const pages = new Map<string, DocsPage>();
  for (const file of files) {
    const address = addressOf(file);
    const markdown = await readFile(join(root, file), 'utf8');
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
    const label = labels.get(address) ?? title;
    pages.set(address, { file, address, title, label, description: firstSentence(markdown), markdown });
  }
  const linked = new Set<string>();
  const rendered = new Map<DocsPage, RenderedDocument>();

  const resolve = (from: string, target: string): string | undefined => {
    const href = target.replace(FIRST_START, '');
    if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
    const file = posix.normalize(posix.join(posix.dirname(from), path));
    const page = pages.get(file === 'README.md' ? docsHome : addressOf(file));
    if (page !== undefined && (page.file === file || file === 'README.md')) return page.address + anchor;
    const isInside = !file.startsWith('..') && existsSync(join(root, file));
    if (!isInside || !statSync(join(root, file)).isFile()) return undefined;
    linked.add(FILES + file);
    return FILES + file;
  };
  const render = (page: DocsPage): RenderedDocument => {
    const known = rendered.get(page);
    if (known !== undefined) return known;
    const made = renderDocument(page.markdown, (target) => resolve(page.file, target));
    rendered.set(page, made);
    return made;
  };

  const named = Object.entries(contents).map(([title, section]) => ({
    title,
    pages: Object.entries(section).map(([address, label]) => pages.get(address) ?? elsewhere(address, label)),
  }));
  const others = [...pages.values()].filter(
    ({ address, file }) => !labels.has(address) && !file.startsWith('docs/adr/') && address !== docsHome,
  );
  return {
    sections: others.length > 0 ? [...named, { title: 'More', pages: others }] : named,
    pages,
    render,
    fileAt: (address) => (linked.has(address) ? join(root, address.slice(FILES.length)) : undefined),
  };
}

/** What the navigation names and is not made from a document: the API reference. */
const elsewhere = (address: string, label: string): DocsPage => {
  if (address !== apiReference) throw new Error(`docs/contents.json names ${address}, which is no page.`);
  return {
    file: '',
    address,
    title: label,
    label,
    description: 'Every operation, event and object.',
    markdown: '',
  };
};

const addressOf = (file: string): string => {
  if (file === 'docs/README.md') return docsHome;
  return outside[file] ?? `/${file.replace(/\.md$/, '')}`;
};

/** Of the first paragraph, without markup. */
function firstSentence(markdown: string): string {
  const paragraph = /^# .+\n+(?!#|```|\||<!--|!\[)([^\n]+(?:\n[^\n]+)*)/m.exec(markdown)?.[1] ?? '';
  const plain = paragraph
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ');
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}
