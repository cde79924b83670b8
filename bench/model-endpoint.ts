import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A language model with fixed delays, in a process of its own: 150 ms before the first piece, 10 ms between two. When
 * it read the request and when it wrote a sentence to its end stands in what it says.
 */
const FIRST_MS = 150;
const NEXT_MS = 10;

const now = (): string => (performance.timeOrigin + performance.now()).toFixed(3);
const piece = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const END = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage: { prompt_tokens: 1000, completion_tokens: 60, total_tokens: 1060 } })}\n\ndata: [DONE]\n\n`;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', async () => {
    const readAt = now();
    const pieces = [
      () => '{"signs":[],',
      () => `"answer":"${readAt}",`,
      () => '"question":null,',
      () => '"label":null,"at":null,',
      () => '"next":"acknowledge",',
      () => '"say":"',
      () => 'Thank you, ',
      () => 'that is good to know ',
      () => `for us at ${now()}. `,
      () => 'We shall ',
      () => 'go on."}',
    ];
    await sleep(FIRST_MS);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of pieces) {
      response.write(piece(text()));
      await sleep(NEXT_MS);
    }
    response.end(END);
  });
});
// Calls pause for longer than the five seconds for which Node keeps a connection.
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => process.exit(0));
