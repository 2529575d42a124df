// A push service for the demo's subscribers: HTTP/2 without TLS on loopback. It checks who sends (RFC 8292), and keeps the messages of
// browsers that tests play, decrypted by a library that the network does not use (RFC 8291).
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import ece from 'http_ece';

/** Where the demo's subscriptions are. */
export const PUSH_HOST = 'push.harbour-post.example';

/** A browser's keys for one subscription, and the subscription as it tells it. */
export function subscription() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const path = `/${randomBytes(16).toString('hex')}`;
  return {
    path,
    secret: { privateKey: keys.getPrivateKey('base64url'), auth: auth.toString('base64url') },
    toJSON: () => ({
      endpoint: `https://${PUSH_HOST}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
  };
}

/** What is wrong with who sends; nothing where all is right. */
function wrongSender(header = '') {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header);
  if (!found) return `no VAPID: ${header}`;
  const [, head, claims, signature, key] = found;
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signed = Buffer.from(`${head}.${claims}`);
  const by = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
  if (!verify('sha256', signed, by, Buffer.from(signature, 'base64url'))) return 'not signed by its key';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const hours = (exp * 1000 - Date.now()) / 3_600_000;
  if (aud !== `https://${PUSH_HOST}`) return `for another service: ${aud}`;
  if (!(hours > 0 && hours <= 24)) return `holds for ${hours} hours`;
  return /^(mailto:.+@|https:\/\/)/.test(sub) ? undefined : `nobody to ask: ${sub}`;
}

/** What a browser reads of a message. */
export function read(body, { privateKey, auth }) {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(privateKey, 'base64url');
  return ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString();
}

/** Starts the service, and beside it an address where tests fetch what came for a path: `GET /messages/{path}`. */
export async function servePushes() {
  const messages = new Map();
  const refused = [];
  const service = createHttp2Server();
  service.on('stream', async (stream, headers) => {
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    const wrong = wrongSender(headers.authorization);
    if (wrong) refused.push(wrong);
    const path = headers[':path'];
    const told = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    const known = messages.get(path) ?? [];
    // What nobody asks for is of the demo's own subscribers: their last messages are enough.
    messages.set(path, [...known, { headers: told, body: Buffer.concat(chunks).toString('base64url') }].slice(-20));
    stream.respond({ ':status': wrong ? 403 : 201 });
    stream.end();
  });
  const desk = createServer((request, response) => {
    const path = (request.url ?? '').replace(/^\/messages/, '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ messages: messages.get(path) ?? [], refused }));
  });
  const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
  const [port, deskPort] = await Promise.all([listen(service), listen(desk)]);
  return {
    address: `127.0.0.1:${port}`,
    desk: `http://127.0.0.1:${deskPort}`,
    close() {
      service.close();
      desk.closeAllConnections();
      desk.close();
    },
  };
}
