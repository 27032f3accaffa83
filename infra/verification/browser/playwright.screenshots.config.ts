import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config';

/** `npm run verify -- screenshots` captures every page and state at three widths, light and dark, into `.cache/screenshots`. */
export default defineConfig({ ...browserTests, testMatch: '*.screenshots.ts', timeout: 600_000 });
