import { type Html, html } from './html.ts';

// The small part of Markdown that descriptions use. Raw HTML is not a part of it: it shows as text.

export interface Heading {
  readonly id: string;
  readonly text: string;
}

const fence = /^\s*```/;
const heading = /^(#{1,4})\s+(.+?)\s*#*$/;
const bullet = /^\s*[-*]\s+(.*)$/;
const numbered = /^\s*\d+[.)]\s+(.*)$/;
const tableRow = /^\s*\|(.*)\|\s*$/;
const tableRule = /^\s*\|[\s:|-]+\|\s*$/;
const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function renderMarkdown(text: string): Html {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Html[] = [];
  let index = 0;

  const takeWhile = (accepts: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (index < lines.length && accepts(lines[index] ?? '')) taken.push(lines[index++] ?? '');
    return taken;
  };

  while (index < lines.length) {
    const line = lines[index] ?? '';
    const title = heading.exec(line);
    if (line.trim() === '') {
      index++;
    } else if (fence.test(line)) {
      index++;
      const code = takeWhile((candidate) => !fence.test(candidate));
      index++;
      blocks.push(html`<pre class="prose-code" tabindex="0"><code>${code.join('\n')}</code></pre>`);
    } else if (title) {
      index++;
      const words = title[2] ?? '';
      blocks.push(html`<h3 id="${headingId(words)}">${renderInline(words)}</h3>`);
    } else if (bullet.test(line)) {
      blocks.push(html`<ul>${items(takeWhile(continues(bullet)), bullet)}</ul>`);
    } else if (numbered.test(line)) {
      blocks.push(html`<ol>${items(takeWhile(continues(numbered)), numbered)}</ol>`);
    } else if (tableRow.test(line) && tableRule.test(lines[index + 1] ?? '')) {
      blocks.push(table(takeWhile((candidate) => tableRow.test(candidate))));
    } else {
      // The first line is taken whatever it looks like, so that every pass moves on.
      index++;
      blocks.push(html`<p>${renderInline([line, ...takeWhile(isProse)].join('\n'))}</p>`);
    }
  }
  return html`${blocks}`;
}

export function renderInline(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, code, strong, emphasis, label, address] = match;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<strong>${renderInline(strong)}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${renderInline(emphasis)}</em>`);
    else if (label !== undefined && address !== undefined && isSafeAddress(address))
      parts.push(html`<a href="${address}">${renderInline(label)}</a>`);
    else parts.push(whole);
  }
  parts.push(text.slice(end));
  return html`${parts}`;
}

export function headingsOf(text: string): Heading[] {
  let insideFence = false;
  const found: Heading[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence.test(line)) insideFence = !insideFence;
    const words = insideFence ? undefined : heading.exec(line)?.[2];
    if (words !== undefined) found.push({ id: headingId(words), text: words.replace(/[`*]/g, '') });
  }
  return found;
}

function headingId(words: string): string {
  const slug = words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `section-${slug.replace(/^-|-$/g, '')}`;
}

// javascript: and data: addresses, and addresses that only look local (//host), stay plain text.
function isSafeAddress(address: string): boolean {
  return /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(address);
}

function isProse(line: string): boolean {
  return (
    line.trim() !== '' && ![fence, heading, bullet, numbered, tableRow].some((start) => start.test(line))
  );
}

function continues(marker: RegExp): (line: string) => boolean {
  return (line) => marker.test(line) || (/^\s{2,}\S/.test(line) && !fence.test(line));
}

function items(lines: readonly string[], marker: RegExp): Html[] {
  const texts: string[] = [];
  for (const line of lines) {
    const text = marker.exec(line)?.[1];
    if (text !== undefined) texts.push(text);
    else texts.push(`${texts.pop() ?? ''}\n${line.trim()}`);
  }
  return texts.map((text) => html`<li>${renderInline(text)}</li>`);
}

function table(lines: readonly string[]): Html {
  const cells = (line: string): Html[] =>
    (tableRow.exec(line)?.[1] ?? '').split(/(?<!\\)\|/).map((cell) => renderInline(cell.trim()));
  const [head = '', , ...rows] = lines;
  return html`<div class="table" tabindex="0"><table>
<thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}
