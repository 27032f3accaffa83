import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Starts a stack for all journeys; its addresses are in the variable LUIT_STACK. It believes `X-Forwarded-For`, so that
 * a journey can come from another network. WEB_DIST names another build of the web app than `web/dist`.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  for (const app of ['web', 'admin-web']) {
    const page = path.resolve(import.meta.dirname, '../..', app, 'dist/index.html');
    if (!existsSync(page)) throw new Error(`${app} is not built: run \`npm run build\` first.`);
  }
  const { WEB_DIST } = process.env;
  const env = { gateway: { TRUST_PROXY: 'loopback', ...(WEB_DIST && { WEB_DIST }) } };
  const { running, close } = await startThrowawayStack({ env });
  process.env.LUIT_STACK = JSON.stringify(running.stack);
  return () => close();
}
