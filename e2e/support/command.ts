/** The command line of the network that is tested. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `placard` on the network's folder, with what is typed; what it prints. */
export function placard(args: readonly string[], typed = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = execFile(
      process.env.E2E_BIN ?? `${root}/target/debug/placard`,
      [...args, '--data-dir', process.env.E2E_DATA_DIR ?? ''],
      { env: { ...process.env, LD_LIBRARY_PATH: `${root}/node_modules/@duckdb/node-bindings-linux-x64` } },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    program.stdin?.end(typed);
  });
}
