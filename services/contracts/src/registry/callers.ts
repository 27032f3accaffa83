import { alertCalls } from '../alerts/alerts';
import { authCalls } from '../auth/messages';
import { billingCalls } from '../billing/messages';
import { generationCalls } from '../generation/messages';
import { operationsCalls } from '../operations/messages';
import { deadLetterCalls } from '../operations/dead-letters';
import { acknowledgmentCalls } from '../messages/acknowledgments';
import { type CallContract, ownerOf, type Service } from '../messages/message';
import { events, jobs } from './registry';

type Named = Pick<CallContract<unknown, unknown>, 'name'>;

/**
 * The calls that each service can make. The gateway acts for users and operators, so it can make every call. Servers reject
 * other calls, and the ACL rules of Redis users are generated from this list.
 */
export const allowedCalls: Record<Exclude<Service, 'gateway'>, readonly Named[]> = {
  auth: [
    billingCalls.freezeAccount,
    billingCalls.getCreditNotices,
    billingCalls.forfeitCredits,
    billingCalls.refundUnusedCredits,
    generationCalls.cancelUserRequests,
    generationCalls.eraseRequests,
    generationCalls.getOrderOwner,
    operationsCalls.countTakedowns,
    operationsCalls.listAffectedJobs,
  ],
  billing: [
    authCalls.deleteAccount,
    authCalls.getEmails,
    authCalls.getUser,
    alertCalls.reportAlerts,
    generationCalls.getOutcomes,
    operationsCalls.applyJobAction,
    operationsCalls.changePlan,
    operationsCalls.changeTakedownSettings,
    operationsCalls.publishModel,
  ],
  generation: [
    billingCalls.getHolds,
    billingCalls.getJobRevenues,
    billingCalls.grantCredits,
    billingCalls.holdCredits,
    billingCalls.refundJob,
    alertCalls.reportAlerts,
  ],
  worker: [
    authCalls.markMailSent,
    authCalls.recordMailFailure,
    authCalls.recordDelivery,
    authCalls.renderDelivery,
    authCalls.renderMail,
    alertCalls.reportAlerts,
    generationCalls.attachLateOutput,
    generationCalls.cancelRunnerJob,
    generationCalls.claimDerivation,
    generationCalls.claimPolls,
    generationCalls.claimModelCheck,
    generationCalls.claimSubmission,
    generationCalls.claimLateResultCheck,
    generationCalls.countRunners,
    generationCalls.findRunnerJob,
    generationCalls.getOutputLabel,
    generationCalls.judgeOutput,
    generationCalls.listErasableFiles,
    generationCalls.listFinishedRunnerJobs,
    generationCalls.listSealedInstances,
    generationCalls.listUnusedImages,
    generationCalls.readRunnerJobs,
    generationCalls.recordDerivation,
    generationCalls.recordDerivationFailure,
    generationCalls.recordErased,
    generationCalls.recordFirstStep,
    generationCalls.recordLostTask,
    generationCalls.recordModelCheck,
    generationCalls.recordNotFound,
    generationCalls.recordPolls,
    generationCalls.recordProviderCheck,
    generationCalls.recordSearchFailure,
    generationCalls.recordSubmission,
    generationCalls.recordSubmissionFailure,
    generationCalls.recordLateResultCheck,
    generationCalls.renewLeases,
    generationCalls.settleJob,
    generationCalls.submitRunnerJob,
  ],
};

/** A publisher asks the subscribers of its events which ones they have handled. */
function acknowledgmentsFor(publisher: Service): Named[] {
  const subscribers = events.filter((event) => ownerOf(event) === publisher).flatMap((event) => event.subscribers);
  return [...new Set(subscribers)].map((subscriber) => acknowledgmentCalls[subscriber]);
}

/** A consumer of jobs reports unreadable entries to the services that reconcile its jobs. */
function deadLetterReportsOf(consumer: Service): Named[] {
  const reconcilers = jobs.filter(({ owner }) => owner === consumer).map(({ reconciledBy }) => reconciledBy);
  return [...new Set(reconcilers)].map((service) => deadLetterCalls[service].record);
}

const callsByCaller = Object.entries(allowedCalls).map(([name, made]) => {
  const caller = name as Service;
  return [caller, [...made, ...acknowledgmentsFor(caller), ...deadLetterReportsOf(caller)]] as const;
});
const allowedNames = new Map(
  callsByCaller.map(([caller, made]) => [caller, new Set<string>(made.map(({ name }) => name))]),
);

/** Returns true if the caller is allowed to make the call with this name. */
export function mayCall(caller: Service, name: string): boolean {
  return caller === 'gateway' || (allowedNames.get(caller)?.has(name) ?? false);
}

/** The services that can call this one. The worker serves no calls. */
export function callersOf(service: Service): Service[] {
  if (service === 'worker') return [];
  const others = callsByCaller.filter(([, made]) => made.some((contract) => ownerOf(contract) === service));
  return ['gateway', ...others.map(([caller]) => caller)];
}
