import { type Html, html } from '../reference/html.ts';
import { referenceStylePath } from '../reference/reference-page.ts';
import { apiReference, docsHome, docsScriptPath, docsSearchPath, docsStylePath } from './docs-addresses.ts';
import type { DocsLibrary, DocsPage } from './docs-library.ts';
import type { DocsResult } from './docs-search.ts';

/** A document with the navigation around it, readable without script and without any other host. */
export function renderDocsPage(library: DocsLibrary, page: DocsPage): string {
  const { content, parts } = library.render(page);
  const order = library.sections.flatMap(({ pages }) => pages);
  const at = order.findIndex(({ address }) => address === page.address);
  const [before, after] =
    page.address === docsHome ? [undefined, order[0]] : at < 0 ? [] : [order[at - 1], order[at + 1]];
  const headings = parts.filter(({ level }) => level === 2);
  return frame(library, {
    title: page.address === docsHome ? 'Parley documentation' : `${page.title} · Parley`,
    description: page.description,
    address: page.address,
    main: html`<article class="document">${content}
<footer class="turn">
${before && html`<a rel="prev" href="${before.address}"><span>Previous</span>${before.label}</a>`}
${after && html`<a rel="next" href="${after.address}"><span>Next</span>${after.label}</a>`}
</footer>
<p class="machine">For machines: ${page.file !== '' && html`<a href="${markdownAddress(page)}">this page as Markdown</a>, `}<a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">openapi.json</a></p>
</article>
${
  headings.length > 1 &&
  html`<nav class="on-this-page" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${headings.map(
    ({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`,
  )}</ul></nav>`
}`,
  });
}

export function renderDocsSearch(
  library: DocsLibrary,
  query: string,
  results: readonly DocsResult[],
): string {
  return frame(library, {
    title: 'Search · Parley',
    description: 'Search the documentation.',
    address: docsSearchPath,
    query,
    main: html`<article class="document"><h1>Search</h1>
${query === '' ? html`<p>Type what you look for into the search field.</p>` : results.length === 0 ? html`<p>Nothing was found for “${query}”. Try fewer or other words.</p>` : ''}
<ol class="found">${results.map(
      ({ address, title, heading, excerpt }) =>
        html`<li><a href="${address}"><strong>${title}</strong>${heading !== '' && html` › ${heading}`}</a><p>${excerpt}</p></li>`,
    )}</ol></article>`,
  });
}

export const markdownAddress = ({ address }: DocsPage): string =>
  address === docsHome ? '/docs/README.md' : `${address}.md`;

interface Frame {
  readonly title: string;
  readonly description: string;
  readonly address: string;
  readonly query?: string;
  readonly main: Html;
}

function frame(library: DocsLibrary, { title, description, address, query = '', main }: Frame): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234c46d6'/%3E%3Cpath d='M8 12h16M8 17h16M8 22h9' stroke='white' stroke-width='2.6' stroke-linecap='round'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${referenceStylePath}">
<link rel="stylesheet" href="${docsStylePath}">
<script src="${docsScriptPath}" defer></script>
</head>
<body>
<a class="skip" href="#page-content">Skip to the page</a>
<header class="bar"><a class="bar-title" href="${docsHome}">Parley</a><button class="bar-menu" type="button" popovertarget="page-navigation">Menu</button></header>
<nav class="navigation" id="page-navigation" aria-label="Documentation" popover>
<div class="brand"><a href="${docsHome}">Parley</a><span class="version">documentation</span></div>
<form class="filter" role="search" action="${docsSearchPath}" method="get">
<label class="visually-hidden" for="page-search">Search the documentation</label>
<input id="page-search" name="q" type="search" value="${query}" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-controls="page-results" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<p class="visually-hidden" role="status" data-search-status></p>
</form>
<div class="navigation-scroll" tabindex="-1">
<ul class="results" id="page-results" aria-label="Search results" hidden></ul>
<div data-contents>
${library.sections.map(
  (section) =>
    html`<section class="navigation-section"><h2>${section.title}</h2><ul>${section.pages.map(
      (page) =>
        html`<li><a href="${page.address}"${page.address === address && html` aria-current="page"`}>${page.label}</a></li>`,
    )}</ul></section>`,
)}
</div>
</div>
</nav>
<main id="page-content" class="with-contents" tabindex="-1">
${main}
</main>
<p class="visually-hidden" role="status" data-announcement></p>
</body>
</html>
`.markup;
}

/** For language models: https://llmstxt.org. */
export function renderLlmsText(library: DocsLibrary): string {
  const home = library.pages.get(docsHome);
  const lines = ['# Parley', '', `> ${home?.description ?? ''}`];
  for (const { title, pages } of library.sections) {
    lines.push('', `## ${title}`, '');
    for (const page of pages) {
      const target = page.address === apiReference ? '/openapi.json?aliases=false' : markdownAddress(page);
      lines.push(`- [${page.title}](${target}): ${page.description}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Every page of the navigation in one text. */
export const renderLlmsFullText = (library: DocsLibrary): string =>
  library.sections
    .flatMap(({ pages }) => pages)
    .filter(({ markdown }) => markdown !== '')
    .map(({ markdown, address }) => `<!-- ${address} -->\n\n${markdown.trim()}\n`)
    .join('\n');
