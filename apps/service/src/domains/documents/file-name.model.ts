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
