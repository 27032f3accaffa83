import { z } from 'zod';
import { reasonBody } from '../auth/audit-log';
import { empty, id, timeInput, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { TRAFFIC_LIMITS } from './limits';

function within(name: string, { min, max }: { min: number; max: number }) {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message).nullable();
}

/** How much people may ask for. Null is the value that the installation was started with. */
const trafficSettings = z.object({
  requestPercent: within('Request limits', TRAFFIC_LIMITS.requestPercent).describe(
    'Limits of requests of accounts, guests, API keys and addresses, in percent of the shipped ones',
  ),
  tasksPerUser: within('Jobs at a time', TRAFFIC_LIMITS.tasksPerUser).describe(
    'Jobs of one account that providers run at a time; others wait',
  ),
  improvementsPerDay: within('Improved prompts', TRAFFIC_LIMITS.improvementsPerDay).describe(
    'Prompts that the text model improves per account and day; 0 pauses prompt help',
  ),
});
export type TrafficSettings = z.infer<typeof trafficSettings>;
/** `changedAt` is null until operators change them. A change names the one that it is based on. */
export const storedTrafficSettings = trafficSettings.extend({ changedAt: timestamp.nullable() });
export type StoredTrafficSettings = z.infer<typeof storedTrafficSettings>;
export const AS_INSTALLED: StoredTrafficSettings = {
  requestPercent: null,
  tasksPerUser: null,
  improvementsPerDay: null,
  changedAt: null,
};

export const trafficBody = trafficSettings.extend(reasonBody.shape).extend({
  basedOn: timeInput.nullable().describe('`changedAt` of the settings that the change is based on'),
});
export type TrafficBody = z.infer<typeof trafficBody>;

export const trafficCalls = {
  getTrafficSettings: call('generation.getTrafficSettings', { input: empty, output: storedTrafficSettings }),
  /** Recorded in the audit log. `conflict` with the stored settings in its details if they have changed since. */
  changeTrafficSettings: call('generation.changeTrafficSettings', {
    input: trafficBody.extend({ adminId: id }),
    output: storedTrafficSettings,
  }),
};

export const trafficBroadcasts = { trafficChanged: broadcast('generation.trafficChanged', empty) };
