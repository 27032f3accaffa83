import { test as base, expect } from '@playwright/test';

export { expect };

/** Playwright's `test`, which also fails where a page does what its content security policy forbids. */
export const test = base.extend<{ policyHolds: void }>({
  policyHolds: [
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
