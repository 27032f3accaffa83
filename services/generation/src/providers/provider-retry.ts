import type { BackoffSettings } from '@luit/platform/scheduling/backoff';

/** Backoff after requests that a provider refused or did not answer. */
export const PROVIDER_RETRY: BackoffSettings = { firstMs: 500, maxMs: 30_000 };
