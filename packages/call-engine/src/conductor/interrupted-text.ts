/**
 * What is left of an interrupted text, from the start of the interrupted sentence, without a greeting that was heard.
 */
export function remainingText(text: string, heard: string): string {
  if (!text.startsWith(heard)) return text;
  let end = 0;
  for (const [sentence] of text.matchAll(/[^.!?。！？؟]*[.!?。！？؟]*\s*/gu)) {
    if (end + sentence.trimEnd().length > heard.length) break;
    end += sentence.length;
  }
  const rest = text.slice(end);
  const greeting = end === 0 ? (GREETING.exec(rest)?.[0] ?? '') : '';
  return greeting === '' || greeting.trimEnd().length > heard.length
    ? rest
    : capitalised(rest.slice(greeting.length));
}

/** "Hello Ada," in any language: a few words up to the first comma. */
const GREETING = /^[^,，、،.!?]{1,40}[,，、،]\s*/u;

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * What is left to say of an interrupted text: its complete sentences, if any is a statement. An interrupted question
 * counts as answered.
 */
export function remainingStatements(text: string, heard: string): string {
  const rest = /^.*[.!?。！？؟]/su.exec(remainingText(text, heard))?.[0].trim() ?? '';
  return rest.split(SENTENCES).some((sentence) => /[.!。！]$/u.test(sentence)) ? rest : '';
}

const SENTENCES = /(?<=[.!?؟])\s+|(?<=[。！？])/u;
