import { startThrowawayStack } from '@luit/local/throwaway-stack';

/**
 * Starts a stack for all journeys; its addresses are in the variable LUIT_STACK. It believes `X-Forwarded-For`, so that
 * a journey can come from another network. WEB_DIST names another build of the web app than `web/dist`.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const { WEB_DIST } = process.env;
  const env = { gateway: { TRUST_PROXY: 'loopback', ...(WEB_DIST && { WEB_DIST }) } };
  const { running, close } = await startThrowawayStack({ env });
  process.env.LUIT_STACK = JSON.stringify(running.stack);
  return () => close();
}
