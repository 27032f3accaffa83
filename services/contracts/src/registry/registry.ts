import { z } from 'zod';
import { alertDestinationCalls } from '../alerts/alert-destinations';
import { alertBroadcasts, alertCalls } from '../alerts/alerts';
import { mailJob } from '../auth/mails';
import { authBroadcasts, authCalls, authEvents } from '../auth/messages';
import { deliveryJobs } from '../auth/deliveries';
import { billingCalls, billingEvents, billingPushes } from '../billing/messages';
import { eraseJob } from '../generation/account-deletion';
import { deriveJob } from '../generation/derived-files';
import { modelCheckJob } from '../generation/model-checks';
import { lateResultJob } from '../generation/late-results';
import { generationBroadcasts, generationCalls, generationEvents, generationPushes } from '../generation/messages';
import { submitJob } from '../generation/submissions';
import { deadLetterCalls } from '../operations/dead-letters';
import { operationsBroadcasts, operationsCalls, operationsEvents } from '../operations/messages';
import { workerBroadcasts } from '../operations/worker';
import { acknowledgmentCalls } from '../messages/acknowledgments';
import type {
  BroadcastContract,
  CallContract,
  EventContract,
  JobContract,
  PushContract,
  Service,
} from '../messages/message';
import { ownerOf } from '../messages/message';

export const calls: CallContract<unknown, unknown>[] = [
  acknowledgmentCalls,
  authCalls,
  alertCalls,
  alertDestinationCalls,
  billingCalls,
  generationCalls,
  operationsCalls,
  ...Object.values(deadLetterCalls),
].flatMap((group) => Object.values<CallContract<unknown, unknown>>(group));
export const events: EventContract<unknown>[] = [authEvents, billingEvents, generationEvents, operationsEvents].flatMap(
  (group) => Object.values<EventContract<unknown>>(group),
);
const pushes: PushContract<unknown>[] = [billingPushes, generationPushes].flatMap((group) =>
  Object.values<PushContract<unknown>>(group),
);
export const jobs: JobContract[] = [
  mailJob,
  submitJob,
  lateResultJob,
  eraseJob,
  deriveJob,
  modelCheckJob,
  ...Object.values(deliveryJobs),
];

export const broadcasts: BroadcastContract<unknown>[] = [
  authBroadcasts,
  alertBroadcasts,
  generationBroadcasts,
  operationsBroadcasts,
  workerBroadcasts,
].flatMap((group) => Object.values<BroadcastContract<unknown>>(group));

type Contract =
  | CallContract<unknown, unknown>
  | EventContract<unknown>
  | PushContract<unknown>
  | JobContract
  | BroadcastContract<unknown>;

/** @throws Error naming the messages that have no schema */
export function assertSchemas(
  contracts: readonly Contract[] = [...calls, ...events, ...pushes, ...jobs, ...broadcasts],
): void {
  const isSchema = (value: unknown): boolean => value instanceof z.ZodType;
  const missing = contracts.filter((contract) =>
    contract.kind === 'call' ? !isSchema(contract.input) || !isSchema(contract.output) : !isSchema(contract.payload),
  );
  if (missing.length > 0) throw new Error(`No schema for: ${missing.map(({ name }) => name).join(', ')}`);
}

/** The handlers that a process of this service must have, one for each message, and the jobs that it must reconcile. */
export function requiredHandlers(
  service: Service,
): Record<'calls' | 'events' | 'pushes' | 'jobs' | 'reconciledJobs', string[]> {
  return {
    calls: calls.filter((contract) => ownerOf(contract) === service).map((contract) => contract.name),
    events: events.filter((contract) => isSubscriber(contract, service)).map((contract) => contract.name),
    pushes: service === 'gateway' ? pushes.map((contract) => contract.name) : [],
    jobs: jobs.filter((contract) => contract.owner === service).map((contract) => contract.name),
    reconciledJobs: jobs.filter(({ reconciledBy }) => reconciledBy === service).map(({ name }) => name),
  };
}

function isSubscriber({ subscribers }: EventContract<unknown>, service: Service): boolean {
  return (subscribers as readonly Service[]).includes(service);
}

/** The services that publish the events to which this one subscribes. */
export function publishersOf(subscriber: Service): Service[] {
  return [...new Set(events.filter((contract) => isSubscriber(contract, subscriber)).map(ownerOf))];
}

/** The services that publish pushes. */
export function pushingServices(): Service[] {
  return [...new Set(pushes.map(ownerOf))];
}

/** Undefined for a call that only a newer release declares. */
export function findCall(name: string): CallContract<unknown, unknown> | undefined {
  return calls.find((contract) => contract.name === name);
}

/** Undefined for an event that only a newer release declares. */
export function findEvent(name: string): EventContract<unknown> | undefined {
  return events.find((contract) => contract.name === name);
}

/** Undefined for a job that only a newer release declares. */
export function findJob(name: string): JobContract | undefined {
  return jobs.find((contract) => contract.name === name);
}
