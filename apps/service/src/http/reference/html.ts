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
