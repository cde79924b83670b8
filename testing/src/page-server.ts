import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on this machine for pages of tests, each at an address of its own. */
export async function startPageServer() {
  const pages = new Map<string, RequestListener>();
  const server = createServer((request, response) => {
    const page = pages.get(URL.parse(request.url ?? '', 'http://page')?.pathname ?? '');
    if (page) page(request, response);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Page not found</h1>');
  });
  let connections = 0;
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => connections,
    /** The address of the page. */
    serve(
      path: string,
      page: RequestListener | string | Buffer,
      contentType = 'text/html; charset=utf-8',
    ): string {
      const listener: RequestListener =
        typeof page === 'function'
          ? page
          : (_request, response) => response.writeHead(200, { 'content-type': contentType }).end(page);
      pages.set(path, listener);
      return `http://127.0.0.1:${port}${path}`;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PageServer = Awaited<ReturnType<typeof startPageServer>>;
