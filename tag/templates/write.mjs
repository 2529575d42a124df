// Writes render/templates.json, which the server and the constructor read, and render/initial.json, which is all that drawing an
// example needs. A test fails when they are stale.
import { writeFileSync } from 'node:fs';
import { definitions, initialSettings } from './definitions.mjs';

const write = (name, value) =>
  writeFileSync(new URL(`../render/${name}.json`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`);
write('templates', definitions());
write('initial', initialSettings());
