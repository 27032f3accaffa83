import { ACCOUNT_FLOODS } from './accounts';
import { BODY_FLOODS } from './bodies';
import type { Flood } from './flood';
import { ORDER_FLOODS } from './orders';
import { RUNNER_FLOODS } from './runners';
import { SLOW_FLOODS } from './slow';
import { SOCKET_FLOODS } from './sockets';

/** All floods in order. The index of a flood determines its network. */
export const FLOODS: readonly Flood[] = [
  ...BODY_FLOODS,
  ...ACCOUNT_FLOODS,
  ...ORDER_FLOODS,
  ...SOCKET_FLOODS,
  ...SLOW_FLOODS,
  ...RUNNER_FLOODS,
];
