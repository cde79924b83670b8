/**
 * Foreign words as a model is shown them: between tags that nothing in them can open or close, whatever they
 * contain. Every further line begins with a bar, so that none of them can pass for a heading, a fence or somebody's
 * turn. What stands in such tags is told about in the instructions: data, never something to obey.
 */
export const quoted = (tag: string, text: string): string =>
  `<${tag}>${inert(text).replaceAll('\n', '\n| ')}</${tag}>`;

/**
 * Text that may contain foreign words and is itself no data: only what people can see of it, and it can neither open
 * nor close a tag or a turn.
 */
export const inert = (text: string): string =>
  disguises
    .reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** What a reader does not see and a model does, and what looks to a model like the marks of its own template. */
const disguises: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\r\n?|[\u0085\u2028\u2029]/g, '\n'],
  // Without width, turning the direction, or hidden letters behind a visible one.
  [/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u115F\u1160\u3164\uFFA0]/gu, ''],
  [/[＜﹤‹〈⟨❮❰⧼ᐸ˂]/gu, '<'],
  [/[＞﹥›〉⟩❯❱⧽ᐳ˃]/gu, '>'],
  // Marks of templates that are written in brackets. Those in angles, such as <|im_start|>, lose theirs anyway.
  [/[[［]\s*(\/?[A-ZＡ-Ｚ]{2,}(?:_[A-Z]+)*)\s*[\]］]/g, '($1)'],
];
