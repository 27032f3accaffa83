import { test as base, expect } from '@playwright/test';

export { expect };

/** Playwright's `test`, extended to fail on content security policy violations. */
export const test = base.extend<{ noPolicyViolations: void }>({
  noPolicyViolations: [
    async ({ context }, use) => {
      const violations: string[] = [];
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) violations.push(message.text());
      });
      await use();
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
