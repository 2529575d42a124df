import { drawBlock } from '../preview/draw';
import { exampleAds } from '../preview/examples';
import type { LiveBlockProps } from './live-block';

/** Draws a block of example ads into its place. */
export function drawLive(host: HTMLElement, { template, config, styles, count, turn = 0 }: LiveBlockProps): void {
  drawBlock(host, { template, config, styles, ads: exampleAds(count, turn) });
}

/** Nothing is laid out without a browser. */
class NoResizes {
  observe() {}
}

/** The block as a declarative shadow root, drawn in a document that needs no browser. */
export function liveMarkup(document: Document, block: LiveBlockProps): string {
  const host = document.createElement('div');
  // The code of the tag is made for browsers: it has their globals while it draws, and nothing else is drawn meanwhile.
  const { document: ownDocument, ResizeObserver: ownObserver } = globalThis;
  Object.assign(globalThis, { document, ResizeObserver: ownObserver ?? NoResizes });
  try {
    drawLive(host, block);
  } finally {
    Object.assign(globalThis, { document: ownDocument, ResizeObserver: ownObserver });
  }
  const root = host.shadowRoot;
  if (!root) throw new Error(`there is no template ${block.template}`);
  // What waits hidden until it is laid out would wait for ever: the page is taken over as it stands.
  root.querySelector('.bar')?.removeAttribute('style');
  // Rules first: what stands before them would be painted without.
  root.prepend(...root.querySelectorAll('style'));
  return `<template shadowrootmode="open">${root.innerHTML}</template>`;
}
