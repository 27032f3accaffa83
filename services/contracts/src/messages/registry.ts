import { alertBroadcasts, alertCalls } from '../alerts/alerts';
import { mailJob } from '../auth/mails';
import { authBroadcasts, authCalls, authEvents } from '../auth/messages';
import { billingCalls, billingEvents } from '../billing/messages';
import { eraseJob } from '../generation/account-deletion';
import { lateResultJob } from '../generation/late-results';
import { generationCalls, generationEvents } from '../generation/messages';
import { submitJob } from '../generation/submissions';
import { trackJob } from '../generation/tracking';
import { operationsBroadcasts, operationsCalls, operationsEvents } from '../operations/messages';
import { workerBroadcasts } from '../operations/worker';
import type { BroadcastContract, CallContract, EventContract, JobContract, Service } from './message';
import { ownerOf } from './message';

const calls: CallContract<unknown, unknown>[] = [
  authCalls,
  alertCalls,
  billingCalls,
  generationCalls,
  operationsCalls,
].flatMap((group) => Object.values<CallContract<unknown, unknown>>(group));
const events: EventContract<unknown>[] = [authEvents, billingEvents, generationEvents, operationsEvents].flatMap(
  (group) => Object.values<EventContract<unknown>>(group),
);
export const jobs: JobContract[] = [mailJob, submitJob, trackJob, lateResultJob, eraseJob];

export const broadcasts: BroadcastContract<unknown>[] = [
  authBroadcasts,
  alertBroadcasts,
  operationsBroadcasts,
  workerBroadcasts,
].flatMap((group) => Object.values<BroadcastContract<unknown>>(group));

/** What a process of this service has to handle, each exactly once. */
export function requiredHandlers(service: Service): { calls: string[]; events: string[]; jobs: string[] } {
  return {
    calls: calls.filter((contract) => ownerOf(contract) === service).map((contract) => contract.name),
    events: events.filter((contract) => contract.subscribers.includes(service)).map((contract) => contract.name),
    jobs: jobs.filter((contract) => contract.owner === service).map((contract) => contract.name),
  };
}

/** The services whose events this one subscribes to. */
export function publishersOf(subscriber: Service): Service[] {
  return [...new Set(events.filter(({ subscribers }) => subscribers.includes(subscriber)).map(ownerOf))];
}

/** The event of that name, where this release declares it. */
export function findEvent(name: string): EventContract<unknown> | undefined {
  return events.find((contract) => contract.name === name);
}
