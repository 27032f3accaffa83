import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Generous for busy machines; a wait ends as soon as its condition holds.
configure({ asyncUtilTimeout: 60_000 });

// jsdom does not scroll.
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

afterEach(() => {
  cleanup();
  // Toasts add a hundred rules when they are imported, which jsdom would match with each element in each later query by role.
  for (const style of document.querySelectorAll('style')) style.remove();
  localStorage.clear();
});
