/** The events of a text/event-stream, as they come. Comments and retries are passed over. */
export async function* eventsIn(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ event: string; data: unknown }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitAtColon(line)));
      const [event, data] = [fields.get('event'), fields.get('data')];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}

const splitAtColon = (line: string): [string, string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
};
