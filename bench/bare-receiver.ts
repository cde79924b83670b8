import { createServer } from 'node:http';

/** A webhook receiver: /ok accepts, /fail refuses, /hang never answers. */
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return;
    response.writeHead(request.url === '/fail' ? 500 : 200).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.on('SIGTERM', () => process.exit(0));
