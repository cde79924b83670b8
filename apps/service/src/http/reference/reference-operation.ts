import { isJson, jsonFirst, renderCurl } from './curl-command.ts';
import type { DocumentLookup } from './document-lookup.ts';
import { exampleOfMedia } from './example-value.ts';
import { type Content, type Html, highlightJson, html, renderCode, renderCodePanel } from './html.ts';
import { renderInline } from './markdown.ts';
import type { MediaType, Response } from './openapi-document.ts';
import type { OperationEntry } from './operation-catalog.ts';
import { renderDescription, renderProperty, renderSchema } from './reference-schema.ts';
import { schemaLink, typeWords } from './schema-words.ts';

export interface OperationContext {
  readonly lookup: DocumentLookup;
  readonly baseUrl: Html;
}

const places: Readonly<Record<string, string>> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
  cookie: 'Cookies',
};

export function renderOperation(context: OperationContext, entry: OperationEntry): Html {
  const { lookup, baseUrl } = context;
  const heading = `${entry.anchor}-title`;
  return html`<article class="operation" id="${entry.anchor}" aria-labelledby="${heading}">
<div class="about">
${renderTitle(entry)}
<div class="endpoint">${methodBadge(entry.method)}<code class="path">${highlightPath(entry.path)}</code></div>
${renderNeeds(entry)}
${renderDescription(entry.operation.description)}
${renderParameters(lookup, entry)}
${renderBody(lookup, entry, 'Request body')}
${renderResponses(lookup, entry)}
</div>
<div class="panels">
${renderCodePanel({
  title: html`${methodBadge(entry.method)}<span class="code-title">${entry.path}</span>`,
  label: `curl for ${entry.title}`,
  code: renderCurl(lookup, entry, baseUrl),
})}
${renderResponseExamples(lookup, entry)}
</div>
</article>`;
}

/** An event that the service sends: what arrives, in place of what to call. */
export function renderWebhook({ lookup }: OperationContext, entry: OperationEntry): Html {
  const media = jsonFirst(entry.body?.content ?? {})?.[1];
  return html`<article class="operation" id="${entry.anchor}" aria-labelledby="${entry.anchor}-title">
<div class="about">
${renderTitle(entry)}
<div class="endpoint"><span class="method method-event">EVENT</span><code class="path">${entry.path}</code></div>
${renderDescription(entry.operation.description)}
${renderParameters(lookup, entry)}
${renderBody(lookup, entry, 'Payload')}
${renderResponses(lookup, entry)}
</div>
<div class="panels">${
    media &&
    renderCodePanel({
      title: html`<span class="method method-event">EVENT</span><span class="code-title">${entry.path}</span>`,
      label: `Payload of ${entry.title}`,
      code: highlightJson(exampleOfMedia(lookup, media, 'response')),
    })
  }</div>
</article>`;
}

function methodBadge(method: string): Html {
  return html`<span class="method method-${method}">${method.toUpperCase()}</span>`;
}

function renderTitle(entry: OperationEntry): Html {
  return html`<h3 id="${entry.anchor}-title">${renderInline(entry.title)}${
    entry.operation.deprecated === true && html` <span class="mark mark-deprecated">deprecated</span>`
  }<a class="anchor" href="#${entry.anchor}" aria-label="Link to ${entry.title}">#</a></h3>`;
}

function highlightPath(path: string): Content {
  return path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? html`<span class="path-parameter">${part}</span>` : part));
}

function renderNeeds(entry: OperationEntry): Html {
  const scopes = entry.operation['x-scopes'] ?? [];
  const needs: Html[] = [];
  if (entry.access === 'admin')
    needs.push(html`<dt>Needs</dt><dd><span class="chip chip-admin">Admin JWT</span></dd>`);
  if (entry.access === 'public') needs.push(html`<dt>Needs</dt><dd><span class="chip">No key</span></dd>`);
  if (scopes.length > 0)
    needs.push(
      html`<dt>${scopes.length === 1 ? 'Scope' : 'Scopes'}</dt><dd>${scopes.map((scope) => html`<code class="chip">${scope}</code> `)}</dd>`,
    );
  if (entry.aliases.length > 0)
    needs.push(
      html`<dt>Also reachable as</dt><dd>${entry.aliases.map((alias) => html`<code class="chip">${alias}</code> `)}</dd>`,
    );
  return needs.length > 0
    ? html`<dl class="needs">${needs.map((need) => html`<div>${need}</div>`)}</dl>`
    : html``;
}

function renderParameters(lookup: DocumentLookup, entry: OperationEntry): Html {
  return html`${Object.entries(places).map(([place, title]) => {
    const parameters = entry.parameters.filter((parameter) => parameter.in === place);
    if (parameters.length === 0) return undefined;
    return html`<section class="part"><h4>${title}</h4><ul class="property-list">${parameters.map(
      (parameter) =>
        renderProperty(lookup, {
          name: parameter.name ?? '',
          schema: parameter.schema,
          required: parameter.required === true,
          deprecated: parameter.deprecated,
          description: parameter.description,
        }),
    )}</ul></section>`;
  })}`;
}

function renderBody(lookup: DocumentLookup, entry: OperationEntry, title: string): Html {
  const { body } = entry;
  const found = body && jsonFirst(body.content ?? {});
  if (!body || !found) return html``;
  const [type, media] = found;
  return html`<section class="part"><h4>${title} <span class="content-type">${type}</span>${
    body.required !== true && title === 'Request body' && html` <span class="mark">optional</span>`
  }</h4>${renderDescription(body.description)}${media.schema !== undefined && renderSchema(lookup, media.schema)}</section>`;
}

function renderResponses(lookup: DocumentLookup, entry: OperationEntry): Html {
  if (entry.responses.length === 0) return html``;
  return html`<section class="part"><h4>Responses</h4><ul class="responses">${entry.responses.map(
    ([status, response]) => html`<li class="response">
<div class="response-head">${statusBadge(status)}<div class="prose">${renderInline(response.description ?? '')}</div></div>
${renderHeaders(lookup, response)}${renderResponseBody(lookup, status, response)}</li>`,
  )}</ul></section>`;
}

function renderHeaders(lookup: DocumentLookup, response: Response): Html {
  const headers = Object.entries(response.headers ?? {});
  if (headers.length === 0) return html``;
  const title = headers.map(([name]) => name).join(', ');
  return html`<details class="nested"><summary>${headers.length === 1 ? 'Header' : 'Headers'} <span class="summary-detail">${title}</span></summary>
<ul class="property-list">${headers.map(([name, header]) => {
    const { schema, required, description } = lookup.follow(header);
    return renderProperty(lookup, { name, schema, required: required === true, description });
  })}</ul></details>`;
}

function renderResponseBody(lookup: DocumentLookup, status: string, response: Response): Html {
  const found = jsonFirst(response.content ?? {});
  if (!found) return html``;
  const [type, media] = found;
  if (media.schema === undefined || !isJson(type))
    return html`<p class="note">Body: <code>${type}</code></p>`;
  const { name } = lookup.resolve(media.schema);
  // Refusals share one body: it is described once, under Objects, instead of under every status.
  if (name !== undefined && !isSuccess(status)) return html`<p class="note">Body: ${schemaLink(name)}</p>`;
  // A summary is a button: a link inside it would be pressed by mistake.
  return html`<details class="nested"><summary>Body <span class="summary-detail">${typeWords(lookup, media.schema, (type) => html`${type}`)}</span></summary>
${renderSchema(lookup, media.schema)}</details>`;
}

interface ResponseExample {
  readonly status: string;
  readonly body: Html | undefined;
}

function renderResponseExamples(lookup: DocumentLookup, entry: OperationEntry): Html {
  const shown = new Set<string>();
  const examples = entry.responses.flatMap(([status, response]): ResponseExample[] => {
    const found = jsonFirst(response.content ?? {});
    if (!found) return isSuccess(status) ? [{ status, body: undefined }] : [];
    const [type, media] = found;
    if (!isJson(type))
      return isSuccess(status) ? [{ status, body: html`<span class="json-literal">${type}</span>` }] : [];
    // Several refusals with the same body are shown once.
    const key = JSON.stringify(media);
    if (shown.has(key)) return [];
    shown.add(key);
    return [{ status, body: highlightJson(responseExample(lookup, status, media)) }];
  });
  return html`${examples.map(({ status, body }, index) =>
    body === undefined
      ? html`<div class="code code-empty">${statusBadge(status)} <span class="code-title">No body</span></div>`
      : html`<details class="code" name="${entry.anchor}-responses"${index === 0 && html` open`}><summary>${statusBadge(status)} <span class="code-title">Response</span></summary>${renderCode(`Response ${status} of ${entry.title}`, body)}</details>`,
  )}`;
}

function responseExample(lookup: DocumentLookup, status: string, media: MediaType): unknown {
  const example = exampleOfMedia(lookup, media, 'response');
  const isBuilt = media.example === undefined && media.examples === undefined;
  const isError = typeof example === 'object' && example !== null && 'statusCode' in example;
  return isBuilt && isError && /^\d{3}$/.test(status) ? { ...example, statusCode: Number(status) } : example;
}

function statusBadge(status: string): Html {
  const family = /^[1-5]/.test(status) ? status.slice(0, 1) : 'other';
  return html`<span class="status status-${family}">${status}</span>`;
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}
