/**
 * Markup that has already been escaped. A class, not a branded string or a plain object, because descriptions
 * come from a JSON document: nothing parsed from JSON can pass for one of these.
 */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = string | number | Html | null | undefined | false | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Builds markup in which every interpolated text is escaped unless it is markup itself. */
export function html(literals: TemplateStringsArray, ...contents: Content[]): Html {
  let markup = literals[0] ?? '';
  contents.forEach((content, index) => {
    markup += markupOf(content) + (literals[index + 1] ?? '');
  });
  return new Html(markup);
}

function markupOf(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  if (Array.isArray(content)) return content.map(markupOf).join('');
  return '';
}

export interface CodePanel {
  readonly title: Content;
  readonly label: string;
  readonly code: Html;
}

export function renderCodePanel({ title, label, code }: CodePanel): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption>${renderCode(label, code)}</figure>`;
}

/** The pre is focusable because it scrolls: a keyboard must be able to reach what is cut off. */
export function renderCode(label: string, code: Html): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
}

/** Pretty-printed JSON with its parts marked for colour; the text alone is still valid JSON. */
export function highlightJson(value: unknown, encode: (scalar: unknown) => string = encodeJson): Html {
  return highlighted(value, '', encode);
}

function encodeJson(scalar: unknown): string {
  return JSON.stringify(scalar) ?? 'null';
}

function highlighted(value: unknown, indent: string, encode: (scalar: unknown) => string): Html {
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return html`[]`;
    const rows = value.map((item, index) => [index > 0 && ',\n', deeper, highlighted(item, deeper, encode)]);
    return html`[\n${rows}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, held]) => held !== undefined);
    if (entries.length === 0) return html`{}`;
    const rows = entries.map(([key, held], index) => [
      index > 0 && ',\n',
      deeper,
      html`<span class="json-key">${encode(key)}</span>: `,
      highlighted(held, deeper, encode),
    ]);
    return html`{\n${rows}\n${indent}}`;
  }
  return html`<span class="${typeof value === 'string' ? 'json-string' : 'json-literal'}">${encode(value)}</span>`;
}
