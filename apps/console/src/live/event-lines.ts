/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Takes the text of such a stream as it comes and gives its messages when they are whole. */
export class EventLines {
  #rest = '';

  push(text: string): StreamMessage[] {
    this.#rest += text.replaceAll('\r\n', '\n');
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map(messageOf).filter((message) => message !== undefined);
  }
}

function messageOf(block: string): StreamMessage | undefined {
  let id: string | undefined;
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  // Comments are heartbeats.
  return data.length === 0 ? undefined : { id, event, data: data.join('\n') };
}
