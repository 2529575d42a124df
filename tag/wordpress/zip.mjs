// Packs the plugin for WordPress into the file that is named. A zip is a list of files and a directory of them: no tool is needed,
// and the same files make the same bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';

/** The time of every file, in the format of zip: what is packed is told by its bytes alone. */
const [TIME, DATE] = [0, ((2026 - 1980) << 9) | (1 << 5) | 1];
const [VERSION, UTF8, DEFLATED] = [20, 0x0800, 8];

const folder = fileURLToPath(new URL('./placard', import.meta.url));
const names = readdirSync(folder).sort();

const parts = [];
const directory = [];
let at = 0;
for (const name of names) {
  const content = readFileSync(`${folder}/${name}`);
  const packed = deflateRawSync(content, { level: 9 });
  const path = Buffer.from(`placard/${name}`);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF8, 2);
  common.writeUInt16LE(DEFLATED, 4);
  common.writeUInt16LE(TIME, 6);
  common.writeUInt16LE(DATE, 8);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(path.length, 22);
  parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, packed);
  const rest = Buffer.alloc(14);
  // Readable by everybody, as files on a server are.
  rest.writeUInt32LE((0o100644 << 16) >>> 0, 6);
  rest.writeUInt32LE(at, 10);
  directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, path);
  at += 30 + path.length + packed.length;
}
const listed = Buffer.concat(directory);
const end = Buffer.alloc(18);
end.writeUInt16LE(names.length, 4);
end.writeUInt16LE(names.length, 6);
end.writeUInt32LE(listed.length, 8);
end.writeUInt32LE(at, 12);
writeFileSync(process.argv[2], Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06', 'latin1'), end]));
