// Writes the public pages as HTML that reads without any script: dist/<path>/index.html. The server fills in what stands in
// double braces. Writes what routes declare of all pages to dist/pages.json, which the server reads when it starts. Fails when
// a page cannot be drawn, would load more than it may, or does not say what it is.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { JSDOM } from 'jsdom';

/** What a page may load before it is drawn and taken over, gzipped. The router knows every page there is: one more is about 50 bytes, and one more call of the cabinets 100. */
const PUBLIC_SCRIPT_LIMIT_BYTES = 155_400;
const CABINET_SCRIPT_LIMIT_BYTES = 286_000;

const dist = fileURLToPath(new URL('./dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const shell = readFileSync(join(dist, 'app.html'), 'utf8');
const { PAGES, PAGES_FILE, drawPage, routesOf } = await import('./.ssr/entry-server.js');
const { document } = new JSDOM('').window;
// Blocks ask how dense the screen is, for the pictures that they need; what is drawn here has no layout, and takes them whole.
globalThis.devicePixelRatio = 1;

/** The chunk of the build's input that matches, or undefined. */
const chunk = (matches) => Object.entries(manifest).find(([input]) => matches(input))?.[1];

/** The chunk that holds the component of a route, if it has one of its own. */
function routeChunk(id) {
  const name = id === '__root__' ? '/__root' : id.endsWith('/') ? `${id}index` : id;
  return chunk((input) => input.startsWith(`src/routes${name}.tsx?`));
}

/** All files that the chunks need, each once: scripts and style sheets in the order of loading. */
function filesOf(chunks) {
  const seen = new Set();
  const files = { js: [], css: [] };
  const visit = (entry) => {
    if (!entry || seen.has(entry.file)) return;
    seen.add(entry.file);
    for (const name of entry.imports ?? []) visit(manifest[name]);
    files.js.push(entry.file);
    for (const css of entry.css ?? []) if (!files.css.includes(css)) files.css.push(css);
  };
  for (const entry of chunks) visit(entry);
  return files;
}

/** How the classes of CSS modules are named. */
const MODULE_CLASS = '_[\\w-]+_[a-z0-9]{1,5}_\\d+';
const RULES_OF = new RegExp(`\\.(${MODULE_CLASS})`, 'g');
const OF_MODULE = new RegExp(`^${MODULE_CLASS}$`);
/** The sheet that holds the rules of each of them. */
const sheetOf = new Map(
  [...new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))].flatMap((sheet) =>
    [...readFileSync(join(dist, sheet), 'utf8').matchAll(RULES_OF)].map(([, name]) => [name, sheet]),
  ),
);

/**
 * The sheets of all that was drawn. A page may draw what a browser loads later, such as an example that is only drawn anew
 * there: its sheet is in none of the chunks that the page begins with.
 */
function sheetsOf(path, drawn) {
  const classes = [...drawn.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(' '));
  const sheets = new Set();
  for (const name of classes.filter((one) => OF_MODULE.test(one))) {
    const sheet = sheetOf.get(name);
    if (!sheet) throw new Error(`${path} is drawn with the class ${name}, for which no sheet has a rule`);
    sheets.add(sheet);
  }
  if (sheets.size === 0)
    throw new Error(`${path} is drawn without any class of a module: are they named otherwise now?`);
  return sheets;
}

const gzipBytes = (files) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function check(name, bytes, limit) {
  if (bytes > limit) {
    throw new Error(
      `${name} loads ${kB(bytes)} of script, ${bytes - limit} bytes more than it may: import less, or later`,
    );
  }
}

/** Fails where a page for visitors loads, now or later, what all cabinets do. */
function checkLater(name, chunks) {
  const { file: cabinet } = Object.values(manifest).find(({ name: called }) => called === 'cabinet') ?? {};
  if (!cabinet) throw new Error('No chunk is called cabinet: what visitors load cannot be told from it');
  // What every page begins with knows all routes.
  const seen = new Set(filesOf([entry]).js);
  const visit = (one) => {
    if (!one || seen.has(one.file)) return;
    seen.add(one.file);
    for (const next of [...(one.imports ?? []), ...(one.dynamicImports ?? [])]) visit(manifest[next]);
  };
  for (const one of chunks) visit(one);
  if (seen.has(cabinet)) throw new Error(`${name} loads what cabinets are made of, later`);
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const font = (start) => {
  const found = Object.values(manifest)
    .flatMap((entry) => entry.assets ?? [])
    .find((file) => file.startsWith(`assets/${start}`));
  if (!found) throw new Error(`no font begins with ${start}: correct the name in web/prerender.mjs`);
  return `<link rel="preload" href="/${found}" as="font" type="font/woff2" crossorigin>`;
};
const codeFont = font('jetbrains-mono-latin-wght-normal');
const fonts = [font('inter-latin-wght-normal'), font('bricolage-grotesque-latin-standard-normal')];

/** The head of a page: how it is named, found and shown where its address is sent. A text brings its own words. */
function headOf(page, declared) {
  const title = `${page.text ? '{{text.title}}' : declared} · Placard`;
  const description = page.text ? '{{text.description}}' : page.description;
  if (!description || title.startsWith('undefined')) {
    throw new Error(`${page.path} has no title or no description: its route lacks them`);
  }
  const path = page.canonical ?? (page.isArticle ? page.path.replace(/[^/]+$/, '{{text.slug}}') : page.path);
  const address = `{{origin}}${path}`;
  const properties = {
    'og:site_name': 'Placard',
    'og:type': page.isArticle ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `{{origin}}/og/${page.image ?? 'home'}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(address)}">`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escaped(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(page.isUnlisted ? ['<meta name="robots" content="noindex">'] : []),
  ];
}

/**
 * Nothing is painted before this part of the page is read: half a heading, or a picture in the middle of its part, would move
 * when the rest of it comes. The main part counts as read early where it holds a shadow root, so such a page marks the place.
 */
const expected = (drawn) =>
  `<link rel="expect" href="#${drawn.includes('id="first-view"') ? 'first-view' : 'main'}" blocking="render">`;

const data = (id, value) => `<script type="application/json" id="${id}">${value}</script>`;
const linesOf = (lines) => lines.map((line) => `    ${line}`).join('\n');

/** Writes a page that is made from the shell. */
function write(path, html) {
  const target = join(dist, path, 'index.html');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, html);
}

const entry = chunk((input) => input.endsWith('app.html'));
/** Links that load files beside the entry, not after it. */
const early = (files) =>
  [
    ...files.css.map((file) => [file, `<link rel="stylesheet" crossorigin href="/${file}">`]),
    ...files.js.map((file) => [file, `<link rel="modulepreload" crossorigin href="/${file}">`]),
  ].flatMap(([file, link]) => (shell.includes(`"/${file}"`) ? [] : [link]));
const withHead = (html, lines) => html.replace('</head>', () => `${linesOf(lines).trimStart()}\n  </head>`);
const untitled = (html) => html.replace(/\n\s*<title>[^<]*<\/title>/, () => '');

for (const { title, drawn: page } of PAGES.filter((declared) => declared.drawn)) {
  const files = filesOf([entry, ...routesOf(page.path).map(routeChunk)]);
  check(page.path, gzipBytes(files.js), PUBLIC_SCRIPT_LIMIT_BYTES);
  const routes = routesOf(page.path);
  if (routes.some((id) => id.startsWith('/_public'))) checkLater(page.path, routes.map(routeChunk));
  const named = [...headOf(page, title), ...fonts, ...(page.hasCode ? [codeFont] : [])];
  if (page.isShell) {
    write(page.path, withHead(untitled(shell), [...named, ...early(files)]));
    continue;
  }
  const drawn = await drawPage(page.path, document);
  files.css = [...new Set([...files.css, ...sheetsOf(page.path, drawn)])];
  const head = [...named, ...early(files)];
  const json = [
    data('site-data', '{{site.json}}'),
    ...(page.text ? [data('text-data', '{{text.json}}')] : []),
    ...(page.hasHelp ? [data('help-data', '{{help.json}}')] : []),
  ];
  const html = withHead(untitled(shell), [expected(drawn), ...head])
    .replace(/\n\s*<noscript>.*<\/noscript>/s, () => '')
    .replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>\n${linesOf(json)}`);
  write(page.path, html);
  console.log(
    `${page.path}: ${kB(gzipSync(html).length)} HTML, ${kB(gzipBytes(files.css))} CSS, ${kB(gzipBytes(files.js))} script`,
  );
}

// The shell's own pages need the widgets at once.
const widgets = filesOf([entry, chunk((input) => input.endsWith('src/app/widgets.tsx'))]);
writeFileSync(join(dist, 'app.html'), withHead(shell, [...fonts, ...early(widgets)]));

// The widest first load of the cabinets: their frame and the list of campaigns.
const cabinet = filesOf([
  entry,
  ...['src/app/widgets.tsx', 'src/routes/_cabinet.tsx?', 'src/routes/_cabinet/advertiser/campaigns/index.tsx?'].map(
    (start) => chunk((input) => input.startsWith(start)),
  ),
]);
check('the cabinet', gzipBytes(cabinet.js), CABINET_SCRIPT_LIMIT_BYTES);
console.log(`cabinet: ${kB(gzipBytes(cabinet.css))} CSS, ${kB(gzipBytes(cabinet.js))} script`);

writeFileSync(join(dist, 'pages.json'), PAGES_FILE);
