import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Generous for busy machines; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 15_000 });

// Returns a promise in newer browsers; jsdom does not implement it.
Object.assign(window, { scrollTo: () => Promise.resolve() });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
