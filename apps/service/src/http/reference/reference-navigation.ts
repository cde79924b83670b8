import { type Html, html } from './html.ts';
import { headingsOf } from './markdown.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { OperationEntry, OperationGroup } from './operation-catalog.ts';

export interface NavigationContents {
  readonly document: OpenApiDocument;
  readonly groups: readonly OperationGroup[];
  readonly webhooks: readonly OperationEntry[];
  readonly hasObjects: boolean;
}

const shortMethods: Readonly<Record<string, string>> = { delete: 'del', options: 'opt' };

/**
 * One element for both widths: a popover behind the menu button on a phone, a column beside the page on a desk.
 * The browser opens and closes it, so it needs no script.
 */
export function renderNavigation({ document, groups, webhooks, hasObjects }: NavigationContents): Html {
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
${section('Overview', [link('page-introduction', 'Introduction'), ...headingsOf(description ?? '').map(({ id, text }) => link(id, text))])}
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
