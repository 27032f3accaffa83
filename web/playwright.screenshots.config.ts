import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run screenshots`: every page and state at three widths, light and dark, into `.cache/screenshots`. */
export default defineConfig({ ...journeys, testMatch: '*.screenshots.ts', timeout: 600_000 });
