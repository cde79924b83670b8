import { describe, expect, test } from 'vitest';
import { parseCsv } from './csv-file.ts';

const utf16 = (text: string, order: 'le' | 'be', hasMark: boolean): Blob => {
  const marked = hasMark ? `\uFEFF${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [place, letter] of marked.split('').entries()) {
    view.setUint16(place * 2, letter.charCodeAt(0), order === 'le');
  }
  return new Blob([bytes]);
};

const wanted = { header: ['Jméno', 'Město'], cells: ['Žofie', 'Plzeň'] };

async function expectWanted(file: Blob) {
  const { header, rows } = await parseCsv(file);
  expect(header).toEqual(wanted.header);
  expect(rows).toEqual([{ line: 2, cells: wanted.cells }]);
}

describe('CSV files', () => {
  test('a CSV file is read in the encodings that spreadsheets write', async () => {
    const text = 'Jméno;Město\r\nŽofie;Plzeň\r\n';
    await expectWanted(new Blob([text]));
    await expectWanted(new Blob([`\uFEFF${text}`]));
    for (const order of ['le', 'be'] as const) {
      await expectWanted(utf16(text, order, true));
      await expectWanted(utf16(text, order, false));
    }
  });

  test('a CSV file in Windows-1252 keeps its accented letters', async () => {
    const bytes = Uint8Array.from('Name,City\nJ\xfcrgen,Z\xfcrich\n', (letter) => letter.charCodeAt(0));
    const { rows } = await parseCsv(new Blob([bytes]));
    expect(rows[0]?.cells).toEqual(['Jürgen', 'Zürich']);
  });

  test('a CSV file of 50,000 lines is read with progress and without blocking the page', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `Ada ${at},"Ž ""${at}""",+1500555${at}`);
    const seen: number[] = [];
    let others = 0;
    const timer = setInterval(() => others++, 0);
    const { rows } = await parseCsv(new Blob([`name,note,phone\n${lines.join('\n')}`]), {
      onProgress: (done) => seen.push(done),
    });
    clearInterval(timer);
    expect(rows).toHaveLength(50_000);
    expect(rows.at(-1)).toEqual({ line: 50_001, cells: ['Ada 49999', 'Ž "49999"', '+150055549999'] });
    expect(seen.at(-1)).toBe(1);
    expect(others).toBeGreaterThan(3);
  });

  test('a CSV file may have up to 200,000 rows besides its header', async () => {
    const rows = Array.from({ length: 200_000 }, () => 'a').join('\n');
    expect((await parseCsv(new Blob([`name\n${rows}`]))).rows).toHaveLength(200_000);
    await expect(parseCsv(new Blob([`name\n${rows}\na`]))).rejects.toThrow('more than 200,000 rows');
  });

  test('a CSV file without rows is refused with a reason', async () => {
    await expect(parseCsv(new Blob(['\n \n']))).rejects.toThrow('The file is empty');
    await expect(parseCsv(new Blob(['name,phone\n']))).rejects.toThrow('column names but no rows');
  });

  test('reading a CSV file stops when it is aborted', async () => {
    const big = new Blob(['a,b\n', 'x,y\n'.repeat(200_000)]);
    await expect(parseCsv(big, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
