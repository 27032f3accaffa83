import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunningStack, Stack } from './launch';
import { openStack, planLuit, type StackOptions } from './stack';

export interface ThrowawayStack {
  running: RunningStack;
  /** Where it keeps its data. */
  luitDir: string;
  /** Takes it down and removes its data; `isForced` without waiting for what is in hand. */
  close(isForced?: boolean): Promise<void>;
}

const UNLIMITED = '1000000';

/** For the gateway of a stack that is asked more often than people may ask. */
export const WITHOUT_LIMITS = {
  LIMIT_SIGN_IN_PER_CLIENT_PER_15_MINUTES: UNLIMITED,
  LIMIT_SIGN_UP_PER_15_MINUTES: UNLIMITED,
  LIMIT_GENERATE_PER_MINUTE: UNLIMITED,
  LIMIT_ORDER_PER_MINUTE: UNLIMITED,
  LIMIT_UPLOAD_PER_MINUTE: UNLIMITED,
  LIMIT_CONTACT_PER_HOUR: UNLIMITED,
};

/** A stack in a folder of its own, on free ports, for tests and measurements. The checkout has to be built. */
export async function startThrowawayStack(
  options: Pick<StackOptions, 'workers' | 'env'> & {
    /** Told where everything will be, before anything is started. */
    planned?: (stack: Stack) => void;
  } = {},
): Promise<ThrowawayStack> {
  const luitDir = await mkdtemp(path.join(tmpdir(), 'luit-throwaway-'));
  const running = await openStack(luitDir, false, planLuit({ ...options, ports: 'free' }), () => undefined);
  options.planned?.(running.stack);
  await running.start();
  return {
    running,
    luitDir,
    close: async (isForced = false) => {
      await (isForced ? running.forceStop() : running.stop());
      await rm(luitDir, { recursive: true, force: true });
    },
  };
}
