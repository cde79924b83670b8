import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly body: Buffer | string;
  /** What the directory says, when it lies. */
  readonly claimedBytes?: number;
  readonly flags?: number;
}

/** An archive as any program writes it. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const body = Buffer.from(part.body as string);
    const packed = deflateRawSync(body);
    const name = Buffer.from(part.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(part.flags ?? 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(body), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(part.claimedBytes ?? body.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const central = Buffer.alloc(16);
    central.writeUInt32LE(offset, 12);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, central.subarray(2), name]),
    );
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

/** A Word document with these paragraphs, given as what stands between <w:p> and </w:p>. */
export const docxFile = (paragraphs: readonly string[], more: readonly ZipPart[] = []): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', body: '<Types/>' },
    {
      name: 'word/document.xml',
      body: `<?xml version="1.0"?><w:document><w:body>${paragraphs.map((inner) => `<w:p>${inner}</w:p>`).join('')}</w:body></w:document>`,
    },
    ...more,
  ]);

/** A PDF with one line of text on each page, and bytes nobody reads up to a size. */
export const pdfFile = (lines: readonly string[], sizeBytes = 0): Buffer =>
  pdfOf(
    lines.map((line) => {
      const drawn = `BT /F1 12 Tf 72 720 Td (${line.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`;
      return `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`;
    }),
    sizeBytes,
  );

/** A PDF of one page, drawn by these instructions, packed. */
export function packedPdfFile(drawn: Buffer): Buffer {
  const packed = deflateSync(drawn);
  const bytes = packed.toString('latin1');
  return pdfOf([`<</Length ${packed.length}/Filter/FlateDecode>>stream\n${bytes}\nendstream`], 0);
}

/** With a page for each of the contents. */
function pdfOf(contents: readonly string[], sizeBytes: number): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${contents.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}]/Count ${contents.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...contents.flatMap((content, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * i} 0 R>>`,
      content,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj${object}endobj\n`;
    return at;
  });
  const filling = Math.max(0, sizeBytes - text.length - 20 * objects.length - 200);
  text += `%${'x'.repeat(filling)}\n`;
  const table = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
