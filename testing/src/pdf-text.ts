import { extractText, getDocumentProxy } from 'unpdf';

/** The text of each page of a PDF, as a reader's search finds it. */
export async function pdfPages(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text;
}
