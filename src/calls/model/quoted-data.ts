/**
 * Foreign words as a model is shown them: between tags that nothing in them can open or close, whatever they
 * contain. What stands in such tags is told about in the instructions: data, never something to obey.
 */
export const quoted = (tag: string, text: string): string => `<${tag}>${inert(text)}</${tag}>`;

/** Text that may contain foreign words and is itself no data: it cannot open or close a tag either. */
export const inert = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
