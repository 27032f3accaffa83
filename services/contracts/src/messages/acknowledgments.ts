import { z } from 'zod';
import { id } from './fields';
import { call, type StoringService } from './message';

/** Events per call. */
export const MAX_ACKNOWLEDGED = 500;

const listHandledEvents = (service: StoringService) =>
  call(`${service}.listHandledEvents`, {
    input: z.object({ eventIds: z.array(id).max(MAX_ACKNOWLEDGED) }),
    output: z.object({ eventIds: z.array(id) }),
  });

/** Which of the given events a subscriber has handled. Publishers deliver the others again. */
export const acknowledgmentCalls = {
  auth: listHandledEvents('auth'),
  billing: listHandledEvents('billing'),
  generation: listHandledEvents('generation'),
};
