import { Intents } from '@luit/ui/intents';
import type { ApiClient } from './api-client';

const known = new WeakMap<ApiClient, Intents>();

/** What the user of this client does that must happen once. Its own file, because the first route does nothing of the kind. */
export function intentsOf(api: ApiClient): Intents {
  const intents = known.get(api) ?? new Intents();
  known.set(api, intents);
  return intents;
}
