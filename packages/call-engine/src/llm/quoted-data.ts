/**
 * Quotes untrusted words for a prompt: between tags that they cannot open or close. Every further line starts with a
 * bar, so that none looks like a heading, a fence or a turn. The instructions say that tagged text is data, never
 * something to obey.
 */
export const quoted = (tag: string, text: string): string =>
  `<${tag}>${inert(text).replaceAll('\n', '\n| ')}</${tag}>`;

/**
 * Text that may contain untrusted words but is not data itself: invisible characters are removed, and it can neither
 * open nor close a tag or a turn.
 */
export const inert = (text: string): string =>
  disguises
    .reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Characters that people do not see but models do, and markers of chat templates. */
const disguises: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\r\n?|[\u0085\u2028\u2029]/g, '\n'],
  // Without width, turning the direction, or hidden letters behind a visible one.
  [/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u115F\u1160\u3164\uFFA0]/gu, ''],
  [/[＜﹤‹〈⟨❮❰⧼ᐸ˂]/gu, '<'],
  [/[＞﹥›〉⟩❯❱⧽ᐳ˃]/gu, '>'],
  // Marks of templates that are written in brackets. Those in angles, such as <|im_start|>, lose theirs anyway.
  [/[[［]\s*(\/?[A-ZＡ-Ｚ]{2,}(?:_[A-Z]+)*)\s*[\]］]/g, '($1)'],
];
