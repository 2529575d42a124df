import { afterEach, expect, it, vi } from 'vitest';
import { liveMarkup } from './draw-live';

afterEach(() => vi.unstubAllGlobals());

it('hides nothing of a block that is taken over as it stands', () => {
  // Where pages are made ahead nothing is laid out.
  vi.stubGlobal('ResizeObserver', undefined);
  const markup = liveMarkup(document.implementation.createHTMLDocument(), { template: 'swiper', count: 3 });
  expect(markup).toContain('<div class="bar"><button class="arrow"');
  expect(markup).not.toContain('visibility');
});
