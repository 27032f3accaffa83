import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Room for a busy machine: the wait ends as soon as its condition holds.
configure({ asyncUtilTimeout: 15_000 });

// Newer browsers answer with a promise.
Object.assign(window, { scrollTo: () => Promise.resolve() });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
