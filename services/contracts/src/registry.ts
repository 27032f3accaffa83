import { authCalls, authEvents, authNotices, mailJob } from './auth';
import { billingCalls, billingEvents } from './billing';
import { eraseJob, generationCalls, generationEvents, submitJob, trackJob } from './generation';
import type { CallContract, EventContract, JobContract, NoticeContract, Service } from './message';
import { ownerOf } from './message';

const calls: CallContract<unknown, unknown>[] = [authCalls, billingCalls, generationCalls].flatMap((group) =>
  Object.values<CallContract<unknown, unknown>>(group),
);
const events: EventContract<unknown>[] = [authEvents, billingEvents, generationEvents].flatMap((group) =>
  Object.values<EventContract<unknown>>(group),
);
const jobs: JobContract[] = [mailJob, submitJob, trackJob, eraseJob];

export const notices: NoticeContract<unknown>[] = Object.values(authNotices);

/** What a process of this service has to handle, each exactly once. */
export function duties(service: Service): { calls: string[]; events: string[]; jobs: string[] } {
  return {
    calls: calls.filter((contract) => ownerOf(contract) === service).map((contract) => contract.name),
    events: events.filter((contract) => contract.subscribers.includes(service)).map((contract) => contract.name),
    jobs: jobs.filter((contract) => contract.owner === service).map((contract) => contract.name),
  };
}

/** The event of that name, where this release declares it. */
export function eventNamed(name: string): EventContract<unknown> | undefined {
  return events.find((contract) => contract.name === name);
}
