import { expect, test } from 'vitest';
import { headingsOf, renderMarkdown } from './markdown.ts';

function render(text: string): string {
  return renderMarkdown(text).markup;
}

test('Markdown paragraphs, code, bold and links are rendered', () => {
  expect(render('Use `id`, **always**.\n\nSee [guides](/docs/guides).')).toBe(
    '<p>Use <code>id</code>, <strong>always</strong>.</p><p>See <a href="/docs/guides">guides</a>.</p>',
  );
});

test('a Markdown list keeps continuation lines in their item', () => {
  expect(render('- one\n  more\n- two')).toBe('<ul><li>one\nmore</li><li>two</li></ul>');
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example'])(
  'the Markdown link address %s is not turned into a link',
  (address) => {
    expect(render(`[x](${address})`)).not.toContain('<a');
  },
);

test('raw HTML in Markdown, and a quote in a link address, are escaped', () => {
  expect(render('<b>x</b> [y](https://a.example/"onx=1)')).toBe(
    '<p>&lt;b&gt;x&lt;/b&gt; <a href="https://a.example/&quot;onx=1">y</a></p>',
  );
});

test('a Markdown line that only begins like a table or a heading is rendered as text', () => {
  expect(render('| alone |')).toBe('<p>| alone |</p>');
  expect(render('#nothing')).toBe('<p>#nothing</p>');
  expect(render('```\nopen')).toContain('open');
});

test('Markdown headings can be linked to, and lines inside code blocks are not headings', () => {
  expect(headingsOf('## Getting `started`\n```\n# comment\n```')).toEqual([
    { id: 'section-getting-started', text: 'Getting started' },
  ]);
  expect(render('## Getting `started`')).toContain('id="section-getting-started"');
});
