import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import '@luit/ui/toaster';
import { afterEach } from 'vitest';

// Generous for busy machines; a wait ends as soon as its condition holds.
configure({ asyncUtilTimeout: 60_000 });

// jsdom would match the hundred rules of toasts with each element in each query by role. No test depends on styles.
for (const style of document.querySelectorAll('style')) style.remove();

afterEach(() => {
  cleanup();
  localStorage.clear();
});
