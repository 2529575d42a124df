/** Starts the real executable with a demo network in an empty folder, for all tests of a run. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { servePushes } from './push-service.mjs';

/** How long the demo network may take to come up, in ms. */
const START_LIMIT_MS = 300_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) {
      throw new Error(`placard ended with ${child.exitCode}: see its output above`);
    }
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`placard was not ready within ${START_LIMIT_MS} ms`);
}

/** Starts the network unless the address of one is given. Returns what stops it. */
async function serve(): Promise<() => Promise<void>> {
  if (process.env.E2E_URL) {
    return async () => undefined;
  }
  const binary = process.env.E2E_BIN ?? join(root, 'target/debug/placard');
  // Whoever names a folder with a demo network in it has it made already, for a port that is named too, and removes it.
  const folder = process.env.E2E_DEMO ?? mkdtempSync(join(tmpdir(), 'placard-e2e-'));
  const port = Number(process.env.E2E_PORT) || (await freePort());
  const pushes = await servePushes();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(binary, ['serve', '--demo', '--data-dir', folder, '--listen', `127.0.0.1:${port}`], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(root, 'node_modules/@duckdb/node-bindings-linux-x64'),
      RUST_LOG: 'warn',
      PLACARD_PUSH_SERVICE: pushes.address,
      // Computed from the places of addresses once for all runs.
      PLACARD_GEO__CACHE_DIR: join(tmpdir(), 'placard-test-geo'),
    },
  });
  await ready(url, child);
  const settings = (name: string, value: string) =>
    execFileSync(binary, ['settings', 'set', name, value, '--data-dir', folder], {
      cwd: root,
      env: { ...process.env, LD_LIBRARY_PATH: join(root, 'node_modules/@duckdb/node-bindings-linux-x64') },
    });
  // All people of all stories come from one address.
  settings('calls.all_per_address', '1000000');
  settings('calls.per_address', '10000');
  settings('logins.per_address', '10000');
  process.env.E2E_URL = url;
  process.env.E2E_DATA_DIR = folder;
  process.env.E2E_PUSHES = pushes.desk;
  return async () => {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    pushes.close();
    if (!process.env.E2E_DEMO) rmSync(folder, { recursive: true, force: true });
  };
}

/** Tells tests the outer names of a push campaign of the demo's advertiser, and of an ad of it. */
async function namePush(email: string, password: string): Promise<void> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${process.env.E2E_URL}${path}`, init);
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { access_token } = await ask('/api/oauth2/accessToken', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', email, password }),
  });
  const headers = { authorization: `Bearer ${access_token}` };
  const [ad] = (await ask('/api-push-proxy/ads?limit=1', { headers })).data;
  if (!ad) throw new Error('the demo has no push ad');
  process.env.E2E_PUSH = ad.campaign_uuid;
  process.env.E2E_PUSH_MEDIA = ad.uuid;
}

export default async function start(): Promise<() => Promise<void>> {
  const stop = await serve();
  process.env.E2E_BEGAN_MS = String(Date.now());
  const { PASSWORD, PATIENT } = await import('./people.ts');
  const signedUp = await fetch(`${process.env.E2E_URL}/api/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: PATIENT, password: PASSWORD, role: 'advertiser' }),
  });
  if (!signedUp.ok) throw new Error(`nobody can sign up: ${signedUp.status} ${await signedUp.text()}`);
  await namePush('advertiser@placard.example', PASSWORD);
  return stop;
}
