import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * Reads a text/event-stream from a response. Comments, which keep the connection alive, are skipped. An event whose
 * closing blank line is missing at the end of the stream still counts: some model endpoints leave it out.
 */
export async function* serverSentEvents(
  body: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder();
  const complete: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => complete.push(event) });
  for await (const chunk of body) {
    parser.feed(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    yield* complete.splice(0);
  }
  parser.feed('\n\n');
  yield* complete;
}
