/** A webmaster's own page, served by the test under a name of its own. */
import { createServer } from 'node:http';

/** A page that is being served. */
export interface Publisher {
  url: string;
  close(): void;
}

/**
 * Serves a page with the copied code far below its first screen. The domain ends in `.localhost`: browsers resolve every
 * such name to this machine.
 */
export function publish(domain: string, code: string, headers: Record<string, string> = {}): Promise<Publisher> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A blog</title></head>
    <body><h1>A blog</h1><div style="height:1600px">A long article.</div>${code}<div style="height:600px">Its end.</div></body></html>`;
  const server = createServer((request, response) => {
    const found = request.url === '/';
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(found ? html : '');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      resolve({ url: `http://${domain}:${port}/`, close: () => server.close() });
    });
  });
}
