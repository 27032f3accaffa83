import { Intents } from '@luit/ui/intents';
import type { ApiClient } from './api-client';

const known = new WeakMap<ApiClient, Intents>();

/** The intents of the user of this client. A separate file, because the first route needs none and does not load it. */
export function intentsOf(api: ApiClient): Intents {
  const intents = known.get(api) ?? new Intents();
  known.set(api, intents);
  return intents;
}
