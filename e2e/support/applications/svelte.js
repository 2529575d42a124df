/** An application of Svelte: the code of docs/integrate.md, with buttons. */
import { mount } from 'svelte';
import Application from './Application.svelte';

mount(Application, { target: document.body });
