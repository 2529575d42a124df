/// <reference types="node" />
/** The plugin for WordPress: it packs, it parses, and it says what WordPress puts on pages. PHP is asked where it is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const PHP = process.env.PHP ?? 'php';
// Whoever names it has it: then nothing is left out.
const hasPhp = process.env.PHP !== undefined || spawnSync(PHP, ['--version']).status === 0;
const plugin = join(__dirname, '../wordpress/placard');

const REST =
  '[data-placard="41"]{min-height:900px}@media(min-width:768px){[data-placard="41"]{min-height:300px}}' +
  '@media(min-width:1080px){[data-placard="41"]{min-height:300px}}';
const ADS = `<style>${REST}</style><div data-placard="41"></div>`;

it('is packed whole, and the same bytes each time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-plugin-'));
  const pack = (name: string) => {
    execFileSync(process.execPath, [join(plugin, '../zip.mjs'), join(folder, name)]);
    return readFileSync(join(folder, name));
  };
  const zip = pack('a.zip');
  expect(pack('b.zip').equals(zip)).toBe(true);
  rmSync(folder, { recursive: true });
  // As an archiver reads it: the end names the directory, which names the files.
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, length, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    files[name] = inflateRawSync(zip.subarray(start + 30 + length, start + 30 + length + packed)).toString('utf8');
    at += 46 + length;
  }
  const expected = readdirSync(plugin).map((name) => [`placard/${name}`, readFileSync(join(plugin, name), 'utf8')]);
  expect(files).toEqual(Object.fromEntries(expected));
});

it('says the same of itself everywhere', () => {
  const read = (name: string) => readFileSync(join(plugin, name), 'utf8');
  const version = /^ \* Version: +(\S+)$/m.exec(read('placard.php'))?.[1];
  expect(/^Stable tag: (\S+)$/m.exec(read('readme.txt'))?.[1]).toBe(version);
  for (const name of readdirSync(plugin).filter((file) => file.endsWith('.php')))
    expect([name, /\n(if \( ! defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \) \{\n\texit;)/.test(read(name))]).toEqual([
      name,
      true,
    ]);
});

describe.skipIf(!hasPhp)('in PHP', () => {
  it('parses', () => {
    for (const name of readdirSync(plugin).filter((file) => file.endsWith('.php')))
      expect(execFileSync(PHP, ['-l', join(plugin, name)], { encoding: 'utf8' })).toContain('No syntax errors');
  });

  it('serves the worker file and nothing after it', () => {
    const said = execFileSync(PHP, [join(__dirname, 'wordpress.php'), 'worker'], { encoding: 'utf8' });
    expect(said).toBe('200\nimportScripts("https://ads.example/p.push-worker.js");\n');
  });

  it('keeps what it can use, and puts places where they belong', () => {
    const said = JSON.parse(execFileSync(PHP, [join(__dirname, 'wordpress.php')], { encoding: 'utf8' }));
    const nothing = { script: '', attribute: 'data-placard', block: 0, paragraph: 0, heights: '', push: 0 };
    expect(said).toEqual({
      'not set up': '',
      'hostile settings': [{ ...nothing, block: 7, paragraph: 50 }, ['attribute', 'heights']],
      'no settings': nothing,
      settings: {
        script: '//ads.example/p.js',
        attribute: 'data-placard',
        block: 41,
        paragraph: 2,
        heights: '900,300,300',
        push: 0,
      },
      shortcode: ADS,
      'another block': '<div data-placard="7"></div>',
      'hostile shortcode': `<style>${REST.replaceAll('41', '7').replaceAll(/(9|3)00px/g, '1px')}</style><div data-placard="7"></div>`,
      enqueued: ['placard'],
      post: '<p>One</p><blockquote><p>Said</p></blockquote><ul><li><p>x</p></li></ul><p class="b">Two</p>[ads]<p>Three</p>',
      'short post': '<p>One</p>[ads]',
      'no paragraphs': 'One[ads]',
      'no push': ['', ''],
      push: ['importScripts("https://ads.example/p.push-worker.js");\n', '<div data-placard="57"></div>'],
      'push on amp': '',
      amp:
        '<amp-iframe layout="fixed-height" height="900" width="auto" resizable frameborder="0" title="Advertisement"' +
        ' sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"' +
        ' referrerpolicy="origin" src="https://ads.example/d/frame/41?on=harborpost.example">' +
        '<div overflow tabindex="0" role="button" aria-label="Show all ads">Show all</div></amp-iframe>',
    });
  });
});
