import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A language model with fixed delays, in a process of its own: 150 ms before the first piece, 10 ms between two. When
 * it read a request and when it had written the first sentence it tells whoever asks for the number in that request.
 */
const FIRST_MS = 150;
const NEXT_MS = 10;

const now = (): number => performance.timeOrigin + performance.now();
const times = new Map<string, { readonly readAt: number; writtenAt: number }>();
const piece = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const END = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 1000, completion_tokens: 60, total_tokens: 1060 } })}\n\ndata: [DONE]\n\n`;

const before = [
  '{"signs":[],',
  '"answers":[{"id":"open",',
  '"value":"Basel",',
  '"quote":"Basel"}],"asks":null,',
  '"next":"acknowledge",',
  '"say":"',
  'Thank you, ',
  'that is good ',
  'to know. ',
];
const after = ['We shall ', 'go on."}'];

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const id = request.url?.split('/').at(-1) ?? '';
    response.end(JSON.stringify(times.get(id)));
    times.delete(id);
    return;
  }
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  const time = { readAt: now(), writtenAt: Number.NaN };
  times.set([...body.matchAll(/house number (\d+)/g)].at(-1)?.[1] ?? '', time);
  await sleep(FIRST_MS);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of before) {
    time.writtenAt = now();
    response.write(piece(text));
    await sleep(NEXT_MS);
  }
  for (const text of after) {
    response.write(piece(text));
    await sleep(NEXT_MS);
  }
  response.end(END);
});
// Calls pause for longer than the five seconds for which Node keeps a connection.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => process.exit(0));
