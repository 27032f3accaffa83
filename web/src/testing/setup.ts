import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Generous for busy machines; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 60_000 });

// jsdom does not implement these. Scrolling returns a promise in newer browsers.
Object.assign(window, {
  scrollTo: () => Promise.resolve(),
  createImageBitmap: () => Promise.resolve({ close: () => undefined }),
});

Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });

// The page would remember after a probe of the real network that it has no connection, and pause the queries of every later test.
globalThis.fetch = () => Promise.resolve(new Response());

afterEach(() => {
  cleanup();
  // Toasts add a hundred rules when they are imported, which jsdom would match with each element in each later query by role.
  for (const style of document.querySelectorAll('style')) style.remove();
  localStorage.clear();
  sessionStorage.clear();
  // Files share the document, and pages read the request on their stage from the address bar.
  window.history.replaceState(null, '', '/');
});
