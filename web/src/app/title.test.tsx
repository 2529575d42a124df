// Alone: the address of the network is read once, from the page that is there first.
import { render } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useTitle } from './title';

function Page({ title, description }: { title: string; description?: string }) {
  useTitle(title, description);
  return null;
}

/** What the head says of the page. */
function told(): Record<string, string | null> {
  const tag = (selector: string) => document.head.querySelector(selector)?.getAttribute('content') ?? null;
  return {
    title: document.title,
    canonical: document.head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    description: tag('meta[name="description"]'),
    url: tag('meta[property="og:url"]'),
    name: tag('meta[property="og:title"]'),
    about: tag('meta[property="og:description"]'),
  };
}

beforeEach(() => {
  document.head.innerHTML = `
    <link rel="canonical" href="https://placard.example/">
    <meta name="description" content="Home.">
    <meta property="og:url" content="https://placard.example/">
    <meta property="og:title" content="Home · Placard">
    <meta property="og:description" content="Home.">`;
});

it('goes with the page: another public page, a cabinet, a public page again', () => {
  history.replaceState(null, '', '/en/about?source=x');
  const { rerender } = render(<Page title="About" description="Who we are." />);
  const about = {
    title: 'About · Placard',
    canonical: 'https://placard.example/about',
    description: 'Who we are.',
    url: 'https://placard.example/about',
    name: 'About · Placard',
    about: 'Who we are.',
  };
  expect(told()).toEqual(about);
  rerender(<Page title="Campaigns" />);
  expect(told()).toEqual({
    title: 'Campaigns · Placard',
    canonical: null,
    description: null,
    url: null,
    name: null,
    about: null,
  });
  rerender(<Page title="About" description="Who we are." />);
  expect(told()).toEqual(about);
});
