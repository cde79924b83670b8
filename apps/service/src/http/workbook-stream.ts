import type { CsvRow } from './csv-stream.ts';
import type { ZipFile } from './zip-stream.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
const SHEET = 'xl/worksheets/sheet1.xml';

const parts = {
  '[Content_Types].xml': `<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${FORMATS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${FORMATS}/officeDocument/2006/relationships"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="${FORMATS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** The files of a workbook of one sheet (Office Open XML, ECMA-376), row by row, so that memory does not grow with the table. */
export async function* workbook(rows: AsyncIterable<CsvRow>): AsyncGenerator<ZipFile> {
  for (const [name, body] of Object.entries(parts)) yield { name, body: Buffer.from(HEAD + body) };
  yield { name: SHEET, body: sheet(rows) };
}

async function* sheet(rows: AsyncIterable<CsvRow>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`);
  for await (const row of rows) yield Buffer.from(`<row>${row.map(cellOf).join('')}</row>`);
  yield Buffer.from('</sheetData></worksheet>');
}

/** What Excel keeps of a cell. */
const MOST_CHARACTERS = 32_767;

/** Text is an inline string: whatever it begins with, it is never taken for a formula. */
function cellOf(value: string | number | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, MOST_CHARACTERS))}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** XML has no place for control characters and halves of characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '');
