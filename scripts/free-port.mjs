// A port for a server that is about to start: below those that connections get by themselves (from 32768 on Linux), of which one could
// be taken before the server is there. Prints it, or gives it to who imports it.
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

// Browsers refuse port 10080.
const FIRST = 11_000;
const COUNT = 21_000;

/** @param {number} port */
const isFree = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await freePort());
