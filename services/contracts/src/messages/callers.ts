import { alertCalls } from '../alerts/alerts';
import { authCalls } from '../auth/messages';
import { billingCalls } from '../billing/messages';
import { generationCalls } from '../generation/messages';
import { type CallContract, ownerOf, type Service } from './message';

type Named = Pick<CallContract<unknown, unknown>, 'name'>;

/**
 * Which calls each service makes of the others. The gateway acts for people and operators, so it may make every call.
 * A server refuses what is not listed here, and the rules of Redis' users are generated from it.
 */
export const allowedCalls: Record<Exclude<Service, 'gateway'>, readonly Named[]> = {
  auth: [
    billingCalls.freezeAccount,
    billingCalls.forfeitCredits,
    billingCalls.refundUnusedCredits,
    generationCalls.cancelUserRequests,
    generationCalls.eraseRequests,
    generationCalls.getOrderOwner,
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
    generationCalls.claimPolls,
    generationCalls.claimSubmission,
    generationCalls.claimLateResultCheck,
    generationCalls.listErasableFiles,
    generationCalls.listUnusedImages,
    generationCalls.recordErased,
    generationCalls.recordFirstStep,
    generationCalls.recordNotFound,
    generationCalls.recordPolls,
    generationCalls.recordSubmission,
    generationCalls.recordSubmissionFailure,
    generationCalls.recordLateResultCheck,
    generationCalls.renewLeases,
    generationCalls.settleJob,
  ],
};

const allowedNames = new Map<Service, Set<string>>(
  Object.entries(allowedCalls).map(([caller, made]) => [caller as Service, new Set(made.map(({ name }) => name))]),
);

export function mayCall(caller: Service, name: string): boolean {
  return caller === 'gateway' || (allowedNames.get(caller)?.has(name) ?? false);
}

/** The services that call this one; nobody calls a worker. */
export function callersOf(service: Service): Service[] {
  if (service === 'worker') return [];
  const others = Object.entries(allowedCalls).filter(([, made]) =>
    made.some((contract) => ownerOf(contract) === service),
  );
  return ['gateway', ...others.map(([caller]) => caller as Service)];
}
