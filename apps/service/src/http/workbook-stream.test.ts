import { unzipped } from '@parley/testing/unzipped.ts';
import { expect, test } from 'vitest';
import type { CsvRow } from './csv-stream.ts';
import { workbook } from './workbook-stream.ts';
import { zipped } from './zip-stream.ts';

async function sheetOf(...rows: CsvRow[]): Promise<string> {
  async function* each() {
    yield* rows;
  }
  const bytes = Buffer.concat(await Array.fromAsync(zipped(workbook(each()))));
  return String(unzipped(bytes).get('xl/worksheets/sheet1.xml'));
}

test('text that looks like a formula is stored as text in an Excel workbook', async () => {
  const sheet = await sheetOf(['=1+1', '@SUM(A1)', '+41']);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
});

test('XML special characters in an Excel workbook are escaped, and forbidden ones left out', async () => {
  const sheet = await sheetOf(['<b> & "so"\u0000\u0008', null, 3]);
  expect(sheet).toContain('&lt;b&gt; &amp; "so"</t>');
  expect(sheet).toContain('<c/><c><v>3</v></c>');
});

test('an Excel workbook without rows is valid', async () => {
  expect(await sheetOf()).toContain('<sheetData></sheetData>');
});
