import { decodeText, tidied } from '@parley/kernel/text.ts';
import { docxFile } from '@parley/testing/document-files.ts';
import { expect, test } from 'vitest';
import { docxText, htmlText } from './markup.parser.ts';

const seen = (html: string) => tidied(htmlText(html));

test.each([
  ['<h1>Title</h1><p>One &amp; two</p>', 'Title\n\nOne & two'],
  ['<script>alert("</p>")</script>seen<style>p{}</style>', 'seen'],
  ['a<script>if (a < b) c()</script >b', 'ab'],
  ['<noscript>hidden</noscript><template><p>no</p></template>yes', 'yes'],
  ['<!-- <p>hidden</p> -->yes', 'yes'],
  ['caf&eacute; &Uuml;ber &#8364; &#x1F600; &szlig; &unknown;', 'café Über € 😀 ß &unknown;'],
  ['<td>a</td><td>b</td>', 'a\tb'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<a href="x>y">link</a>', 'link'],
  ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
  ['open <b', 'open'],
  ['<p>one\n   line</p>', 'one line'],
])('the HTML %j is read as %j', (html, text) => {
  expect(seen(html)).toBe(text);
});

test('HTML of only opening brackets is read in one pass', () => {
  expect(seen('<'.repeat(200_000)).length).toBeGreaterThan(0);
  expect(seen('<script>'.repeat(20_000))).toBe('');
});

test('the text of a Word document is read once, with its header, tabs and line breaks', () => {
  const run = (inner: string) => `<w:r><w:t xml:space="preserve">${inner}</w:t></w:r>`;
  const file = docxFile(
    [
      `${run('Hello ')}${run('&lt;world&gt;')}`,
      `${run('a')}<w:r><w:tab/></w:r>${run('b')}<w:r><w:br/></w:r>${run('c')}`,
      `<mc:AlternateContent><mc:Choice>${run('box')}</mc:Choice><mc:Fallback>${run('box')}</mc:Fallback></mc:AlternateContent>`,
      '<w:r><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText></w:r>',
    ],
    [{ name: 'word/header1.xml', body: '<w:hdr><w:p><w:r><w:t>Street 1</w:t></w:r></w:p></w:hdr>' }],
  );
  expect(tidied(docxText(file))).toBe('Street 1\n\nHello <world>\n\na\tb\nc\n\nbox');
});

test('a text file is decoded by its byte order mark, as UTF-8, by its named charset, or as Western European', () => {
  const mark = Buffer.from([0xff, 0xfe]);
  expect(decodeText(Buffer.concat([mark, Buffer.from('Grüezi', 'utf16le')]))).toBe('Grüezi');
  expect(decodeText(Buffer.from('\ufeffGrüezi'))).toBe('Grüezi');
  expect(decodeText(Buffer.from([0xcf, 0xf0, 0xe8]), 'windows-1251')).toBe('При');
  expect(decodeText(Buffer.from('caf\xe9', 'latin1'))).toBe('café');
  expect(decodeText(Buffer.from('caf\xe9', 'latin1'), 'no-such-charset')).toBe('café');
});
