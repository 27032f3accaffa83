import { render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageHead } from './page-head';
import { PUBLIC_PAGES } from './public-pages';

const ORIGIN = window.location.origin;
let head: Element[] = [];

beforeEach(() => {
  const parsed = new DOMParser().parseFromString(
    `<link rel="canonical" href="${ORIGIN}/"><meta name="description" content="Of the document"><meta property="og:title" content="Luit">`,
    'text/html',
  );
  head = [...parsed.head.children];
  document.head.append(...head);
});
afterEach(() => {
  for (const element of head) element.remove();
});

const attribute = (selector: string, name: string) => document.head.querySelector(selector)?.getAttribute(name);

it('a navigation to a public page sets its title, description and canonical URL', async () => {
  render(<PageHead path="/pricing" title="Pricing" />);
  await waitFor(() => expect(attribute('link', 'href')).toBe(`${ORIGIN}/pricing`));
  expect(document.title).toBe('Pricing');
  expect(attribute('meta[name=description]', 'content')).toBe(PUBLIC_PAGES['/pricing'].description);
  expect(attribute('meta[property="og:title"]', 'content')).toBe('Pricing');
});

it('a page that is left before its description has loaded does not change that of the next one', async () => {
  const { rerender } = render(<PageHead path="/pricing" title="Pricing" />);
  rerender(<PageHead path="/about" title="About" />);
  await waitFor(() => expect(attribute('link', 'href')).toBe(`${ORIGIN}/about`));
  expect(attribute('meta[name=description]', 'content')).toBe(PUBLIC_PAGES['/about'].description);
});

it('the page that was opened keeps what its document says', async () => {
  render(<PageHead path="/" title="Luit" />);
  await new Promise((resolve) => setTimeout(resolve));
  expect(attribute('meta[name=description]', 'content')).toBe('Of the document');
});
