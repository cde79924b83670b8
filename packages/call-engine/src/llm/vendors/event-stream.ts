/** The data of server-sent events, one after the other. Both vendors put each into one line, and end with `[DONE]` or nothing. */
export async function* eventsOf(body: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const part of body) {
    rest += part;
    let from = 0;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
      const data = dataIn(rest.slice(from, end));
      from = end + 1;
      if (data !== undefined) yield data;
    }
    rest = rest.slice(from);
  }
  const data = dataIn(rest);
  if (data !== undefined) yield data;
}

function dataIn(line: string): string | undefined {
  if (!line.startsWith('data:')) return undefined;
  const data = line.slice('data:'.length).trim();
  return data === '' || data === '[DONE]' ? undefined : data;
}
