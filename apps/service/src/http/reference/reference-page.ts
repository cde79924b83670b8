import { documentLookup } from './document-lookup.ts';
import { type Html, html, renderCodePanel } from './html.ts';
import { headingsOf, renderMarkdown } from './markdown.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import {
  type OperationEntry,
  type OperationGroup,
  operationGroups,
  webhookEntries,
} from './operation-catalog.ts';
import { type OperationContext, renderOperation, renderWebhook } from './reference-operation.ts';
import { counted, renderDescription, renderSchema } from './reference-schema.ts';
import { schemaAnchor } from './schema-words.ts';

/** Where the page expects its two assets; no style or script is inline, so a strict content policy holds. */
export const referenceStylePath = '/docs/reference.css';
export const referenceScriptPath = '/docs/reference.js';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234c46d6'/%3E%3Cpath d='M8 12h16M8 17h16M8 22h9' stroke='white' stroke-width='2.6' stroke-linecap='round'/%3E%3C/svg%3E";

/** The whole reference as one HTML page, readable without script and without any other host. */
export function renderReference(document: OpenApiDocument): string {
  const lookup = documentLookup(document);
  const groups = operationGroups(document, lookup);
  const webhooks = webhookEntries(document, lookup);
  const schemas = Object.entries(document.components?.schemas ?? {});
  const context: OperationContext = { lookup, baseUrl: renderBaseUrl(document) };
  const { title, summary } = document.info;

  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API reference</title>
${summary !== undefined && html`<meta name="description" content="${summary}">`}
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${referenceStylePath}">
<script src="${referenceScriptPath}" defer></script>
</head>
<body>
<a class="skip" href="#page-content">Skip to the reference</a>
<header class="bar"><a class="bar-title" href="#page-introduction">${title}</a><button class="bar-menu" type="button" popovertarget="page-navigation">Menu</button></header>
${renderNavigation({ document, groups, webhooks, hasObjects: schemas.length > 0 })}
<main id="page-content" tabindex="-1">
${renderIntroduction(document, context)}
${groups.map(
  (group) => html`<section class="group" id="${group.anchor}" aria-labelledby="${group.anchor}-title">
<header class="group-head"><h2 id="${group.anchor}-title">${group.name}</h2>${renderDescription(group.description)}</header>
${group.entries.map((entry) => renderOperation(context, entry))}
</section>`,
)}
${
  webhooks.length > 0 &&
  html`<section class="group" id="page-events" aria-labelledby="page-events-title">
<header class="group-head"><h2 id="page-events-title">Events</h2><div class="prose note"><p>What the service sends to the address of a webhook, by HTTP POST. Answer with any 2xx status.</p></div></header>
${webhooks.map((entry) => renderWebhook(context, entry))}
</section>`
}
${schemas.length > 0 && renderObjects(document, context)}
</main>
<p class="visually-hidden" role="status" data-announcement></p>
</body>
</html>
`;
  return page.markup;
}

function renderIntroduction(document: OpenApiDocument, { baseUrl }: OperationContext): Html {
  const { title, summary, description } = document.info;
  return html`<section class="group introduction" id="page-introduction" aria-labelledby="page-introduction-title">
<div class="operation">
<div class="about"><p class="eyebrow">API reference</p><h1 id="page-introduction-title">${title}</h1>
${summary !== undefined && html`<p class="lead">${summary}</p>`}
<div class="prose">${renderMarkdown(description ?? '')}</div></div>
<div class="panels">
${renderCodePanel({ title: html`<span class="code-title">Base URL</span>`, label: 'Base URL', code: baseUrl })}
${renderCodePanel({
  title: html`<span class="code-title">Authentication</span>`,
  label: 'Authentication header',
  code: html`<span class="json-key">Authorization:</span> Bearer <span data-api-key>$API_KEY</span>`,
})}
<p class="machine">For machines: <a href="/openapi.json">openapi.json</a></p>
</div></div>
</section>`;
}

function renderObjects(document: OpenApiDocument, { lookup }: OperationContext): Html {
  const schemas = Object.entries(document.components?.schemas ?? {});
  return html`<section class="group" id="page-objects" aria-labelledby="page-objects-title">
<header class="group-head"><h2 id="page-objects-title">Objects</h2><div class="prose note"><p>The shapes that requests, responses and events share.</p></div></header>
<div class="objects">${schemas.map(([name, schema]) => {
    const resolved = lookup.resolve(schema);
    const count = Object.keys(resolved.schema.properties ?? {}).length;
    // The anchor lies inside, because a browser unfolds the details around the target of a link.
    return html`<details class="object"><summary><code>${name}</code>${count > 0 && html` <span class="summary-detail">${counted(count)}</span>`}</summary>
<div class="object-body" id="${schemaAnchor(name)}">${renderDescription(resolved.schema.description)}${renderSchema(lookup, { $ref: `#/components/schemas/${name}` })}</div></details>`;
  })}</div>
</section>`;
}

// A relative server address means "where this page came from", which only the browser knows.
function renderBaseUrl(document: OpenApiDocument): Html {
  const url = document.servers?.[0]?.url.replace(/\/$/, '') ?? '';
  return /^https?:\/\//.test(url) ? html`${url}` : html`<span data-origin>http://localhost:3000</span>${url}`;
}

interface NavigationContents {
  readonly document: OpenApiDocument;
  readonly groups: readonly OperationGroup[];
  readonly webhooks: readonly OperationEntry[];
  readonly hasObjects: boolean;
}

const shortMethods: Readonly<Record<string, string>> = { delete: 'del', options: 'opt' };

/**
 * One element for both widths: a popover behind the menu button on a phone, a column beside the page on a desktop.
 * The browser opens and closes it, so it needs no script.
 */
function renderNavigation({ document, groups, webhooks, hasObjects }: NavigationContents): Html {
  const { title, version, description } = document.info;
  return html`<nav class="navigation" id="page-navigation" aria-label="Reference" popover>
<div class="brand"><a href="#page-introduction">${title}</a><span class="version">v${version.replace(/^v/, '')}</span></div>
<div class="filter" role="search" hidden data-filter>
<label class="visually-hidden" for="page-filter">Filter operations</label>
<input id="page-filter" type="search" placeholder="Filter" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" aria-describedby="page-filter-status">
<kbd aria-hidden="true">/</kbd>
<p class="visually-hidden" id="page-filter-status" role="status"></p>
</div>
<div class="navigation-scroll" data-navigation-scroll tabindex="-1">
${section('Overview', [html`<li data-search="documentation guides"><a href="/docs">Documentation</a></li>`, link('page-introduction', 'Introduction'), ...headingsOf(description ?? '').map(({ id, text }) => link(id, text))])}
${groups.map((group) => section(group.name, group.entries.map(operationLink), group.anchor))}
${webhooks.length > 0 && section('Events', webhooks.map(webhookLink), 'page-events')}
${hasObjects && section('Objects', [link('page-objects', 'All objects')])}
<p class="no-match" hidden data-no-match>Nothing matches. Try a path such as <code>/contacts</code>.</p>
</div>
<div class="key" hidden data-key-box>
<label for="page-api-key">API key for the examples</label>
<input id="page-api-key" type="text" placeholder="sk_…" autocomplete="off" spellcheck="false" aria-describedby="page-api-key-note">
<p id="page-api-key-note" role="status" data-key-note>Stays in this page and is gone when you leave it.</p>
</div>
</nav>`;
}

function section(title: string, links: readonly Html[], anchor?: string): Html {
  const heading = anchor === undefined ? title : html`<a href="#${anchor}">${title}</a>`;
  return html`<section class="navigation-section" data-section><h2>${heading}</h2><ul>${links}</ul></section>`;
}

function link(anchor: string, text: string): Html {
  return html`<li data-search="${text.toLowerCase()}"><a href="#${anchor}" data-link>${text}</a></li>`;
}

function operationLink(entry: OperationEntry): Html {
  const search = [entry.title, entry.method, entry.path, entry.anchor, ...entry.aliases]
    .join(' ')
    .toLowerCase();
  const short = shortMethods[entry.method] ?? entry.method;
  return html`<li data-search="${search}"><a href="#${entry.anchor}" data-link><span>${entry.title}</span><span class="verb method-${entry.method}">${short.toUpperCase()}</span></a></li>`;
}

function webhookLink(entry: OperationEntry): Html {
  const search = [entry.title, entry.path, 'event webhook'].join(' ').toLowerCase();
  return html`<li data-search="${search}"><a href="#${entry.anchor}" data-link><span>${entry.path}</span></a></li>`;
}
