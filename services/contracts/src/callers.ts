import { alertCalls } from './alerts';
import { authCalls } from './auth';
import { billingCalls } from './billing';
import { generationCalls } from './generation';
import { type CallContract, ownerOf, type Service } from './message';

type Named = Pick<CallContract<unknown, unknown>, 'name'>;

/**
 * Which calls each service makes of the others. The gateway acts for people and operators, so it may make every call.
 * A server refuses what is not listed here, and the rules of Redis' users are generated from it.
 */
export const callsMade: Record<Exclude<Service, 'gateway'>, readonly Named[]> = {
  auth: [
    billingCalls.closeAccount,
    billingCalls.lapseCredits,
    billingCalls.refundUnusedCredits,
    generationCalls.closeAccount,
    generationCalls.eraseRequests,
    generationCalls.getOrderer,
  ],
  billing: [authCalls.getEmails, authCalls.getUser, alertCalls.reportAlerts, generationCalls.getOutcomes],
  generation: [
    billingCalls.getHolds,
    billingCalls.grantCredits,
    billingCalls.holdCredits,
    billingCalls.refundJob,
    alertCalls.reportAlerts,
  ],
  worker: [
    authCalls.markMailSent,
    authCalls.renderMail,
    alertCalls.reportAlerts,
    generationCalls.attachLateOutput,
    generationCalls.claimSubmission,
    generationCalls.claimTracking,
    generationCalls.claimWatch,
    generationCalls.listErasableFiles,
    generationCalls.listUnusedImages,
    generationCalls.recordErased,
    generationCalls.recordFirstStep,
    generationCalls.recordNotFound,
    generationCalls.recordOtherTasks,
    generationCalls.recordPollFailure,
    generationCalls.recordProgress,
    generationCalls.recordSubmission,
    generationCalls.recordSubmissionFailure,
    generationCalls.recordWatch,
    generationCalls.renewLease,
    generationCalls.settleJob,
    generationCalls.startCollecting,
  ],
};

const namesMade = new Map<Service, Set<string>>(
  Object.entries(callsMade).map(([caller, made]) => [caller as Service, new Set(made.map(({ name }) => name))]),
);

export function mayCall(caller: Service, name: string): boolean {
  return caller === 'gateway' || (namesMade.get(caller)?.has(name) ?? false);
}

/** The services that call this one; nobody calls a worker. */
export function callersOf(service: Service): Service[] {
  if (service === 'worker') return [];
  const others = Object.entries(callsMade).filter(([, made]) => made.some((contract) => ownerOf(contract) === service));
  return ['gateway', ...others.map(([caller]) => caller as Service)];
}
