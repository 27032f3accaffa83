import { useSyncExternalStore } from 'react';
import { connectivity, type ConnectionState } from './connectivity';

/** Prerendered pages assume a connection. */
const getPrerenderedState = (): ConnectionState => 'online';

/** Whether the server can be reached. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connectivity.subscribe, connectivity.getState, getPrerenderedState);
}
