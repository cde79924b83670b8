import { setImmediate } from 'node:timers/promises';
import { readDirectory, Unreadable } from './zip.parser.ts';

export type FileType = 'PDF' | 'DOCX' | 'TXT' | 'MD' | 'HTML' | 'CSV';

const contentTypes: Readonly<Record<string, FileType>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'text/plain': 'TXT',
  'text/markdown': 'MD',
  'text/x-markdown': 'MD',
  'text/html': 'HTML',
  'text/csv': 'CSV',
};
const endings: Readonly<Record<string, FileType>> = {
  pdf: 'PDF',
  docx: 'DOCX',
  txt: 'TXT',
  md: 'MD',
  markdown: 'MD',
  html: 'HTML',
  htm: 'HTML',
  csv: 'CSV',
};

/** What a file says it is, or nothing when its name and content type are unknown or disagree. */
export function announcedType(fileName: string, contentType: string): FileType | undefined {
  if (!/^[!-~]+(?: [!-~]+)*$/.test(contentType)) return undefined;
  const [essence = ''] = contentType.split(';');
  const known = Object.hasOwn(contentTypes, essence.trim().toLowerCase());
  const byContent = known ? contentTypes[essence.trim().toLowerCase()] : undefined;
  const ending = endingOf(fileName);
  const byName = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  if (byContent === byName) return byName;
  // Many systems know Markdown and CSV only as plain text.
  return byContent === 'TXT' && (byName === 'MD' || byName === 'CSV') ? byName : undefined;
}

/** Whether the bytes are of the type; what the text says is not looked at. */
export async function isOfType(type: FileType, bytes: Buffer): Promise<boolean> {
  if (type === 'PDF') return isPdf(bytes);
  if (type === 'DOCX') return isDocx(bytes);
  return isText(bytes);
}

/** The standard allows some bytes before the header, and readers look for it in the first kilobyte. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

function isDocx(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return false;
  try {
    const names = readDirectory(bytes).map(({ name }) => name);
    return names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('word/'));
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

const beginnings = ['%PDF-', 'PK\x03\x04', '{\\rtf'].map((words) => Buffer.from(words));
// Tab, line feed, form feed, carriage return, the old end-of-file mark and escape may stand in a text.
const strange = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 32 && ![9, 10, 11, 12, 13, 26, 27].includes(byte) ? 1 : 0,
);

// 20 MiB take 60 ms: in parts, so that other requests get their turn.
const TURN_BYTES = 1024 ** 2;

async function isText(bytes: Buffer): Promise<boolean> {
  if (hasUtf16Mark(bytes)) return bytes.length % 2 === 0;
  if (beginnings.some((mark) => bytes.subarray(0, mark.length).equals(mark))) return false;
  for (let from = 0; from < bytes.length; from += TURN_BYTES) {
    if (hasStrange(bytes.subarray(from, from + TURN_BYTES))) return false;
    await setImmediate();
  }
  return true;
}

function hasStrange(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (strange[bytes[at] as number] === 1) return true;
  return false;
}

const hasUtf16Mark = (bytes: Buffer): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

const MAX_CHARACTERS = 200;

/**
 * The bare name of a file as somebody sent it: without folders, without characters that control a terminal or
 * turn the direction of text around (which can make an .exe look like a .pdf), in one Unicode form. Nothing
 * when no name is left.
 */
export function cleanFileName(sent: string): string | undefined {
  const bare = sent
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\s+/g, ' ')
    .trim();
  if (bare === undefined || /^\.*$/.test(bare)) return undefined;
  return shortened(bare);
}

/** Cut before the ending, which says what the file is, and between characters. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const ending = [...(/\.[^.]{1,10}$/u.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('');
}

/** In lower case and without its dot; empty when there is none. */
export const endingOf = (fileName: string): string =>
  /[^.]\.([^.]+)$/u.exec(fileName)?.[1]?.toLowerCase() ?? '';
