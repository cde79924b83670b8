/** A text whose quotations were taken out, so that a full stop or an "and" in one of them divides nothing. */
interface Lifted {
  readonly text: string;
  readonly quotations: readonly string[];
}

/** Stands for a quotation by its number. */
export const QUOTATION = '⟦(\\d+)⟧';

/** A pattern of `english-instructions.json`, where `{quote}` stands for a quotation that was taken out. */
export const instructionPattern = (source: string, flags: string): RegExp =>
  new RegExp(source.replaceAll('{quote}', QUOTATION.replace('(', '(?:')), flags);

/** No quotation goes on past another opening mark: otherwise a row of marks that nothing closes takes the square of its length. */
const QUOTED =
  /"([^"\n]+)"|“([^“”\n]+)”|„([^„“”\n]+)[“”]|«([^«»\n]+)»|「([^「」\n]+)」|(?<![\p{L}\p{N}])['‘]((?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L}))+)['’](?!\p{L})/gu;

export function lifted(text: string): Lifted {
  const quotations: string[] = [];
  const rest = text.replaceAll(/[⟦⟧]/g, '').replaceAll(QUOTED, (_, ...groups: unknown[]) => {
    const quotation = groups.slice(0, 6).find((group) => group !== undefined);
    quotations.push(String(quotation).trim());
    return `⟦${quotations.length - 1}⟧`;
  });
  return { text: rest, quotations };
}

/** With the words of the quotations in their places again, the marks left off. */
export const restored = (text: string, quotations: readonly string[]): string =>
  text.replaceAll(new RegExp(QUOTATION, 'g'), (_, index: string) => quotations[Number(index)] ?? '');
