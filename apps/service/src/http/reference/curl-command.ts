import type { DocumentLookup } from './document-lookup.ts';
import { exampleOf, exampleOfMedia } from './example-value.ts';
import { type Html, highlightJson, html } from './html.ts';
import type { MediaType, Parameter } from './openapi-document.ts';
import type { OperationEntry } from './operation-catalog.ts';

/** A command that can be pasted into a shell as it stands, once the key is in its variable. */
export function renderCurl(lookup: DocumentLookup, entry: OperationEntry, baseUrl: Html): Html {
  const parts: Html[] = [
    html`<span class="shell-word">curl</span>${entry.method !== 'get' && html` -X ${entry.method.toUpperCase()}`} <span class="shell-string">"${baseUrl}${examplePath(lookup, entry)}"</span>`,
  ];
  const credential = credentialOf(entry);
  if (credential)
    parts.push(html`-H <span class="shell-string">"Authorization: Bearer ${credential}"</span>`);
  for (const parameter of entry.parameters) {
    if (parameter.in === 'header' && parameter.required === true)
      parts.push(
        html`-H <span class="shell-string">"${parameter.name}: ${escapeInDoubleQuotes(parameterExample(lookup, parameter))}"</span>`,
      );
  }
  const body = bodyOf(entry);
  if (body) {
    const [type, media] = body;
    parts.push(html`-H <span class="shell-string">"Content-Type: ${type}"</span>`);
    parts.push(dataFlag(lookup, type, media));
  }
  return html`${parts.map((part, index) => [index > 0 && ' \\\n  ', part])}`;
}

function credentialOf(entry: OperationEntry): Html | undefined {
  if (entry.access === 'public') return undefined;
  return entry.access === 'admin' ? html`$ADMIN_JWT` : html`<span data-api-key>$API_KEY</span>`;
}

function examplePath(lookup: DocumentLookup, entry: OperationEntry): string {
  const path = entry.path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = entry.parameters.find(
      (candidate) => candidate.in === 'path' && candidate.name === name,
    );
    return parameter ? encodeURIComponent(parameterExample(lookup, parameter)) : whole;
  });
  const query = entry.parameters
    .filter(
      ({ in: place, required, example }) => place === 'query' && (required === true || example !== undefined),
    )
    .map((parameter) => `${parameter.name}=${encodeURIComponent(parameterExample(lookup, parameter))}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

function parameterExample(lookup: DocumentLookup, parameter: Parameter): string {
  const value = parameter.example ?? exampleOf(lookup, parameter.schema, 'request', parameter.name);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function bodyOf(entry: OperationEntry): [string, MediaType] | undefined {
  return entry.body === undefined ? undefined : jsonFirst(entry.body.content ?? {});
}

export function jsonFirst(content: Readonly<Record<string, MediaType>>): [string, MediaType] | undefined {
  const entries = Object.entries(content);
  return entries.find(([type]) => isJson(type)) ?? entries[0];
}

export function isJson(type: string): boolean {
  return /[/+]json\b/.test(type);
}

function dataFlag(lookup: DocumentLookup, type: string, media: MediaType): Html {
  if (!isJson(type)) return html`--data-binary <span class="shell-string">@file</span>`;
  return html`-d '${highlightJson(exampleOfMedia(lookup, media, 'request'), encodeInQuotes)}'`;
}

// Inside single quotes a shell knows no escape: \u0027 leaves the JSON equal and the quoting whole.
function encodeInQuotes(scalar: unknown): string {
  return (JSON.stringify(scalar) ?? 'null').replaceAll("'", '\\u0027');
}

function escapeInDoubleQuotes(text: string): string {
  return text.replace(/["$`\\]/g, '\\$&');
}
