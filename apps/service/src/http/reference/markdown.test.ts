import { expect, test } from 'vitest';
import { headingsOf, renderMarkdown } from './markdown.ts';

function render(text: string): string {
  return renderMarkdown(text).markup;
}

test('paragraphs, code, bold and links are rendered', () => {
  expect(render('Use `id`, **always**.\n\nSee [guides](/docs/guides).')).toBe(
    '<p>Use <code>id</code>, <strong>always</strong>.</p><p>See <a href="/docs/guides">guides</a>.</p>',
  );
});

test('lists keep their continuation lines together', () => {
  expect(render('- one\n  more\n- two')).toBe('<ul><li>one\nmore</li><li>two</li></ul>');
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example'])(
  'an address such as %s is not turned into a link',
  (address) => {
    expect(render(`[x](${address})`)).not.toContain('<a');
  },
);

test('raw markup and a quote in an address are escaped', () => {
  expect(render('<b>x</b> [y](https://a.example/"onx=1)')).toBe(
    '<p>&lt;b&gt;x&lt;/b&gt; <a href="https://a.example/&quot;onx=1">y</a></p>',
  );
});

test('a line that only starts like a table or a heading is rendered as text', () => {
  expect(render('| alone |')).toBe('<p>| alone |</p>');
  expect(render('#nothing')).toBe('<p>#nothing</p>');
  expect(render('```\nopen')).toContain('open');
});

test('headings can be linked, and those inside code are not headings', () => {
  expect(headingsOf('## Getting `started`\n```\n# comment\n```')).toEqual([
    { id: 'section-getting-started', text: 'Getting started' },
  ]);
  expect(render('## Getting `started`')).toContain('id="section-getting-started"');
});
