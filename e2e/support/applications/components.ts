/** Builds the components that the constructor gives to copy, each in a small application of its framework. */
import type { Plugin } from 'vite';
import { compileScript, parse } from 'vue/compiler-sfc';
import { applications } from '../../../web/src/features/constructor/code-applications.ts';
import { buildApplication } from './build.ts';

/** A framework of the constructor. */
export type Framework = keyof typeof applications;

/** The file that the component is copied into, and an application that shows it on a page with another one after it. */
const PROJECTS: Record<Framework, Record<string, (place: string) => string>> = {
  react: {
    'Ads.jsx': applications.react,
    'main.jsx': () => `
      import { StrictMode, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Ads } from './Ads.jsx';
      function Application() {
        const [page, setPage] = useState('/one');
        return <>
          <button onClick={() => setPage('/two')}>Next</button>
          <button onClick={() => setPage('')}>Hide</button>
          {page && <Ads page={page} />}
        </>;
      }
      createRoot(document.body.appendChild(document.createElement('div'))).render(<StrictMode><Application /></StrictMode>);`,
  },
  vue: {
    'Ads.vue': applications.vue,
    'Application.vue': () => `
      <script setup>
      import { ref } from 'vue';
      import Ads from './Ads.vue';
      const page = ref('/one');
      </script>
      <template>
        <button @click="page = '/two'">Next</button>
        <button @click="page = ''">Hide</button>
        <Ads v-if="page" :page="page" />
      </template>`,
    'main.js': () => `
      import { createApp } from 'vue';
      import Application from './Application.vue';
      createApp(Application).mount(document.body.appendChild(document.createElement('div')));`,
  },
  svelte: {
    'Ads.svelte': applications.svelte,
    'Application.svelte': () => `
      <script>
      import Ads from './Ads.svelte';
      let page = $state('/one');
      </script>
      <button onclick={() => (page = '/two')}>Next</button>
      <button onclick={() => (page = '')}>Hide</button>
      {#if page}<Ads {page} />{/if}`,
    'main.js': () => `
      import { mount } from 'svelte';
      import Application from './Application.svelte';
      mount(Application, { target: document.body });`,
  },
};

const vue: Plugin = {
  name: 'vue',
  transform(code, id) {
    if (!id.endsWith('.vue')) return undefined;
    const { descriptor, errors } = parse(code, { filename: id });
    if (errors[0]) throw errors[0];
    return { code: compileScript(descriptor, { id: 'x', inlineTemplate: true }).content, map: null };
  },
};

/** The script of an application with the constructor's component, whose place says this. */
export async function buildComponent(framework: Framework, place: string): Promise<string> {
  const files = PROJECTS[framework];
  const entry = Object.keys(files).find((name) => name.startsWith('main.')) ?? '';
  // Beside the other applications, so that packages are found from there.
  const project: Plugin = {
    name: 'project',
    enforce: 'pre',
    resolveId: (id) => {
      const name = id.split('/').pop() ?? '';
      return name in files && (id.startsWith('./') || id.endsWith(`/applications/${name}`))
        ? new URL(`./${framework}/${name}`, import.meta.url).pathname
        : undefined;
    },
    load: (id) => {
      const name = id.split('/').pop() ?? '';
      return id.endsWith(`/applications/${framework}/${name}`) ? files[name]?.(place) : undefined;
    },
  };
  return buildApplication(`./${entry}`, [project, vue]);
}
