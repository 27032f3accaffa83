import type { Random } from '@luit/platform/testing/random';

/** How likely each fault is, per chance it gets. Most histories have a few kinds of faults only, so that they reach further. */
export interface FaultRates {
  crash: number;
  loseEntry: number;
  repeatEntry: number;
  loseWakeUp: number;
  loseRequest: number;
  loseReply: number;
  slowMessage: number;
  refuseSubmission: number;
  limitRate: number;
  unknownSubmission: number;
  lostSubmission: number;
  invalidSubmission: number;
  failRead: number;
  slowProvider: number;
  failTask: number;
  endlessTask: number;
  loseCallback: number;
  repeatCallback: number;
}

/** Their highest rates. */
const MOST: FaultRates = {
  crash: 0.005,
  loseEntry: 0.3,
  repeatEntry: 0.2,
  loseWakeUp: 0.5,
  loseRequest: 0.25,
  loseReply: 0.25,
  slowMessage: 0.3,
  refuseSubmission: 0.6,
  limitRate: 0.6,
  unknownSubmission: 0.8,
  lostSubmission: 0.8,
  invalidSubmission: 0.2,
  failRead: 0.3,
  slowProvider: 0.3,
  failTask: 0.3,
  endlessTask: 0.2,
  loseCallback: 1,
  repeatCallback: 0.5,
};

const SHARE_OF_KINDS = 0.35;
/** Share of the highest rate, for the kinds that happen at all. A history has few submissions. */
const LEAST = 0.25;

export function noFaults(): FaultRates {
  return Object.fromEntries(Object.keys(MOST).map((kind) => [kind, 0])) as unknown as FaultRates;
}

export function randomFaults(random: Random): FaultRates {
  const rates = Object.entries(MOST).map(([kind, most]) => [
    kind,
    random.chance(SHARE_OF_KINDS) ? (LEAST + (1 - LEAST) * random.next()) * most : 0,
  ]);
  return Object.fromEntries(rates) as unknown as FaultRates;
}

export function describeFaults(rates: FaultRates): string {
  const present = Object.entries(rates).filter(([, rate]) => rate > 0);
  return present.map(([kind, rate]) => `${kind} ${(rate * 100).toFixed(0)} %`).join(', ') || 'none';
}
