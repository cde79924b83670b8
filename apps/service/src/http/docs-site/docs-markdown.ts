import { Marked, type Token, type Tokens } from 'marked';
import { Html, html } from '../reference/html.ts';

/** Part of a page that begins with a heading; the part before the first one has no id. */
export interface DocsPart {
  readonly id: string;
  readonly level: number;
  readonly heading: string;
  /** Without markup, for the search. */
  readonly text: string;
}

export interface RenderedDocument {
  readonly content: Html;
  readonly parts: readonly DocsPart[];
}

/** Keeps a full stop on the left of what is read from right to left. */
const ALLOWED = /^<\/?bdi>$/;

/** Undefined: the link leads nowhere on this site, so its words are shown without it. */
export type ResolveLink = (target: string) => string | undefined;

/** Markdown of our own documents as HTML. Raw HTML is no part of them: comments vanish, and all but `bdi` shows as text. */
export function renderDocument(markdown: string, resolve: ResolveLink): RenderedDocument {
  const tokens = new Marked().lexer(markdown);
  const ids = headingIds(tokens);
  const marked = new Marked({
    renderer: {
      heading(token) {
        const id = ids.get(token) ?? '';
        const inner = new Html(this.parser.parseInline(token.tokens));
        if (token.depth === 1) return html`<h1>${inner}</h1>`.markup;
        const level = new Html(`h${token.depth}`);
        return html`<${level} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${level}>`
          .markup;
      },
      code: ({ text, lang }) =>
        html`<div class="code"><pre tabindex="0" role="region" aria-label="${codeLabel(lang)}"><code>${text}</code></pre></div>`
          .markup,
      html: ({ text }) => {
        if (text.trimStart().startsWith('<!--')) return '';
        return ALLOWED.test(text) ? text : html`${text}`.markup;
      },
      link(token) {
        const inner = new Html(this.parser.parseInline(token.tokens));
        const address = resolve(token.href);
        return address === undefined ? inner.markup : html`<a href="${address}">${inner}</a>`.markup;
      },
      image: ({ href, text }) =>
        html`<img src="${resolve(href) ?? ''}" alt="${text}" loading="lazy" decoding="async">`.markup,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const hasHead = token.header.some(({ text }) => text !== '');
        const head = hasHead
          ? `<thead>${row(token.header, 'th scope="col"').replaceAll('</th scope="col">', '</th>')}</thead>`
          : '';
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return { content: new Html(marked.parser(tokens)), parts: partsOf(tokens, ids) };
}

const codeLabel = (language: string | undefined): string =>
  language === 'sh' || language === 'bash' ? 'Commands' : language === 'text' ? 'Output' : 'Code';

/** As forges make them, so that a link works here and there: lower case, hyphens for spaces, repeated ones numbered. */
function headingIds(tokens: readonly Token[]): ReadonlyMap<Token, string> {
  const ids = new Map<Token, string>();
  const used = new Map<string, number>();
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const slug = plainText(token)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    ids.set(token, times === 0 ? slug : `${slug}-${times}`);
  }
  return ids;
}

function partsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): DocsPart[] {
  const parts: { id: string; level: number; heading: string; texts: string[] }[] = [];
  for (const token of tokens) {
    const id = ids.get(token);
    if (id !== undefined) {
      const level = (token as Tokens.Heading).depth;
      parts.push({ id: level === 1 ? '' : id, level, heading: plainText(token), texts: [] });
    } else parts.at(-1)?.texts.push(plainText(token));
  }
  return parts.map(({ texts, ...part }) => ({ ...part, text: texts.filter(Boolean).join(' ') }));
}

function plainText(token: Token): string {
  if (token.type === 'html' || token.type === 'space') return '';
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    const cells = (row: readonly Tokens.TableCell[]) =>
      row.map((cell) => cell.tokens.map(plainText).join(''));
    return [header, ...rows].map((row) => cells(row).join(' ')).join('. ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  const { tokens, text = '' } = token as { readonly tokens?: readonly Token[]; readonly text?: string };
  return tokens === undefined ? unescapeEntities(text) : tokens.map(plainText).join('');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const unescapeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
