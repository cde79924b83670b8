import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');

/** A fenced block of a document. */
export interface Block {
  /** Of its opening fence. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** What the comment before the fence says: readers do not see it. */
  readonly mark?: { readonly kind: 'not run' | 'runs until' | 'file'; readonly text: string };
}

export interface Document {
  readonly path: string;
  readonly blocks: readonly Block[];
}

const FENCE = /^(\s*)(`{3,})\s*(\S*)\s*$/;
const MARK = /^\s*<!-- (not run|runs until|file): (.+?) -->\s*$/;

export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', ticks = '', language = ''] = FENCE.exec(lines[at] as string) ?? [];
    if (ticks === '') continue;
    const end = lines.findIndex((line, i) => i > at && line.trim() === ticks);
    if (end === -1) throw new Error(`The block of line ${at + 1} does not end`);
    // In a list the block stands further to the right.
    const inside = lines
      .slice(at + 1, end)
      .map((line) => line.replace(new RegExp(`^\\s{0,${indent.length}}`), ''));
    const [, kind, text = ''] = MARK.exec(lines[at - 1] ?? '') ?? [];
    blocks.push({
      line: at + 1,
      language,
      text: inside.join('\n'),
      ...(kind === undefined ? {} : { mark: { kind: kind as NonNullable<Block['mark']>['kind'], text } }),
    });
    at = end;
  }
  return blocks;
}

/** What is shown, and not run. */
const shown = ['text', 'csv', 'mermaid'];
/** What is at least parsed where it stands, so that it needs no mark. */
const parsed = ['json', 'js', 'ts', 'html', 'env', 'xml'];

export const isShell = ({ language }: Block): boolean => language === 'sh' || language === 'bash';
export const isSkipped = ({ mark }: Block): boolean => mark?.kind === 'not run';

/** Blocks that would be neither run nor parsed, and have no mark that says why. `tried`: files that a test runs. */
export function unproven({ blocks }: Document, tried: readonly string[]): string[] {
  return blocks.flatMap((block, place) => {
    if (isSkipped(block) || isShell(block) || shown.includes(block.language)) return [];
    if (block.language === '') return [`line ${block.line} has no language: output is text, a command is sh`];
    if (block.mark?.kind === 'file') {
      const { text: file } = block.mark;
      const isUsed = blocks.slice(place + 1).some((later) => isShell(later) && later.text.includes(file));
      return isUsed || tried.includes(file) ? [] : [`line ${block.line}: nothing runs ${file}`];
    }
    return parsed.includes(block.language)
      ? []
      : [`line ${block.line} is ${block.language}, which nothing runs: say why with <!-- not run: … -->`];
  });
}

export async function readDocuments(): Promise<Document[]> {
  const inside = await readdir(join(repository, 'docs'), { recursive: true });
  const paths = ['README.md', ...inside.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`)];
  return Promise.all(
    paths
      .sort()
      .map(async (path) => ({ path, blocks: blocksOf(await readFile(join(repository, path), 'utf8')) })),
  );
}
