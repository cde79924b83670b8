/** One message of a stream; a comment, which keeps the connection awake, has neither part. */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** No message of the service comes near this: what is longer is not one. */
const LONGEST_MESSAGE = 256 * 1024;

/**
 * Reads server-sent events from a response. The browser's own EventSource would do, but for three things: it cannot
 * begin after a given event, it hides why it was refused, and it does not tell that the line is still awake.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value.replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > LONGEST_MESSAGE) throw new Error('A message of the event stream has no end');
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): StreamMessage {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return { id, data: data.length === 0 ? undefined : data.join('\n') };
}
