/** Mail as it lies in the outbox of the data folder, where a network without SMTP writes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A mail that was sent. */
export interface SentMail {
  to: string;
  subject: string;
  /** Its plain text. */
  text: string;
  html: string;
}

/** How long a queued mail may take to be written, in ms. */
const SENT_WITHIN_MS = 30_000;

const outbox = (): string => join(process.env.E2E_DATA_DIR ?? '', 'outbox');

function decoded(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(encoding)) return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function header(head: string, name: string): string {
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ');
  const value = new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
  const joined = value.replaceAll(/\?= +=\?/g, '?==?');
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
  );
}

function parsed(raw: string): SentMail {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const body = rest.join('\n\n');
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(head)?.[1];
  const parts = (boundary ? body.split(`--${boundary}`) : [raw]).map((part) => {
    const [partHead = '', ...partBody] = part.trim().split(/\r?\n\r?\n/);
    return {
      type: header(partHead, 'content-type'),
      body: decoded(partBody.join('\n\n'), header(partHead, 'content-transfer-encoding')),
    };
  });
  const of = (type: string) => parts.find((part) => part.type.startsWith(type))?.body ?? '';
  const to = header(head, 'to');
  return {
    to: /<([^>]+)>/.exec(to)?.[1] ?? to,
    subject: header(head, 'subject'),
    text: of('text/plain'),
    html: of('text/html'),
  };
}

/** All mail to an address, oldest first. */
export function mailsTo(address: string): SentMail[] {
  if (!existsSync(outbox())) return [];
  return (
    readdirSync(outbox())
      .filter((name) => name.endsWith('.eml'))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => readFileSync(join(outbox(), name), 'utf8'))
      // The demo network has written to many: only what can be to this address is read.
      .filter((raw) => raw.toLowerCase().includes(address.toLowerCase()))
      .map(parsed)
      .filter((mail) => mail.to.toLowerCase() === address.toLowerCase())
  );
}

/** Waits for a mail with this subject; with `count` for that many, and returns the last. */
export async function mailTo(address: string, subject: RegExp, count = 1): Promise<SentMail> {
  const found = () => mailsTo(address).filter((mail) => subject.test(mail.subject));
  await expect
    .poll(() => found().length, { message: `mail ${subject} to ${address}`, timeout: SENT_WITHIN_MS })
    .toBeGreaterThanOrEqual(count);
  const mail = found().at(-1);
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

/** The path of the first link to a page whose path begins so. */
export function linkIn(mail: SentMail, path: string): string {
  const found = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([url]) => new URL(url));
  const link = found.find((url) => url.pathname.startsWith(path));
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`);
  return link.pathname + link.search;
}
