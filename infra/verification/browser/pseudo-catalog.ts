import { fileURLToPath } from 'node:url';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Page } from '@playwright/test';

const PSEUDO = 'pseudo';
/** Translations of short labels are often a third longer than English. */
const GROWTH = 0.35;

/** Pages in Hindi get English texts whose letters have accents and that are a third longer, instead of Hindi ones. */
export async function replaceHindiByPseudoTexts(page: Page): Promise<void> {
  const catalog = await pseudoCatalog();
  await page.route(/\/assets\/hi-[\w-]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: catalog }),
  );
}

async function pseudoCatalog(): Promise<string> {
  const configPath = fileURLToPath(new URL('../../../web/lingui.config.ts', import.meta.url));
  const [catalog] = await getCatalogs(getConfig({ configPath }));
  if (!catalog) throw new Error('The configuration of Lingui names no catalog');
  const { messages } = await catalog.getTranslations('en', { sourceLocale: 'en', fallbackLocales: {} });
  const longer = Object.entries(messages).map(([id, message]) => [id, lengthened(message)]);
  return createCompiledCatalog(PSEUDO, Object.fromEntries(longer) as Record<string, string>, {
    namespace: 'es',
    pseudoLocale: PSEUDO,
  }).source;
}

/** Messages with plurals are left as they are: what follows them would be outside. */
function lengthened(message: string): string {
  if (/\{\w+, /.test(message)) return message;
  return `${message} ${'oooo '.repeat(Math.ceil((message.length * GROWTH) / 5)).trim()}`;
}
