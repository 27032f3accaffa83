import { alertCalls, alertBroadcasts } from '../alerts';
import { authCalls, authEvents, authBroadcasts, mailJob } from '../auth';
import { billingCalls, billingEvents } from '../billing';
import { eraseJob, generationCalls, generationEvents, submitJob, trackJob, lateResultJob } from '../generation';
import type { CallContract, EventContract, JobContract, BroadcastContract, Service } from './message';
import { ownerOf } from './message';
import { operationsCalls, operationsEvents, operationsBroadcasts } from '../operations';
import { workerBroadcasts } from '../worker';

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
