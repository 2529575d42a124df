// Builds the tag (with the first template), the worker of push, and one file for each further template and for each thing that few
// pages need; fails when one is too large.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const CORE_LIMIT_BYTES = 6_000;
const LATE_LIMIT_BYTES = 2_500;
const WORKER_LIMIT_BYTES = 2_500;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function bundle(entry, fileName) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: here('./dist'),
      emptyOutDir: false,
      target: 'es2020',
      // Constants that stay constants are written where they are used.
      rolldownOptions: { output: { topLevelVar: false } },
      lib: { entry, formats: ['iife'], name: 'placard', fileName: () => fileName },
    },
  });
}

function checkSize(fileName, limitBytes) {
  const source = readFileSync(here(`./dist/${fileName}`));
  const gzipBytes = gzipSync(source, { level: 9 }).length;
  console.log(`${fileName}: ${source.length} bytes, ${gzipBytes} gzipped (limit ${limitBytes})`);
  if (gzipBytes > limitBytes) {
    throw new Error(`${fileName} is ${gzipBytes - limitBytes} bytes too large: make it smaller`);
  }
}

rmSync(here('./dist'), { recursive: true, force: true });
mkdirSync(here('./dist'));
await bundle(here('./src/tag.ts'), 'p.js');
checkSize('p.js', CORE_LIMIT_BYTES);
await bundle(here('./src/push-worker.ts'), 'p.push-worker.js');
checkSize('p.push-worker.js', WORKER_LIMIT_BYTES);
for (const folder of ['templates', 'late']) {
  for (const file of readdirSync(here(`./src/${folder}`)).filter((name) => name !== 'register.ts')) {
    const fileName = `p.${file.replace(/\.ts$/, '.js')}`;
    await bundle(here(`./src/${folder}/${file}`), fileName);
    checkSize(fileName, LATE_LIMIT_BYTES);
  }
}
