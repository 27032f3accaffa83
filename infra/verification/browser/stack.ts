import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Starts the stack shared by all tests and stores its URLs in LUIT_STACK. It trusts `X-Forwarded-For`, so that tests can
 * simulate other networks. WEB_DIST overrides `web/dist` as the build of the web app.
 */
export default async function startSharedStack(): Promise<() => Promise<void>> {
  for (const app of ['web', 'admin-web']) {
    const page = path.resolve(import.meta.dirname, '../../..', app, 'dist/index.html');
    if (!existsSync(page)) throw new Error(`${app} is not built: run \`npm run build\` first.`);
  }
  const { WEB_DIST } = process.env;
  const env = { gateway: { TRUST_PROXY: 'loopback', ...(WEB_DIST && { WEB_DIST }) } };
  const { running, close } = await startThrowawayStack({ env });
  process.env.LUIT_STACK = JSON.stringify(running.stack);
  return () => close();
}
