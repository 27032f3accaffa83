import type { IncidentOutcome, IncidentSelection } from '@luit/contracts/operations/affected-jobs';

const JOBS: Record<Exclude<IncidentOutcome, 'waited'>, string> = {
  failed: 'Failed jobs',
  canceled: 'Canceled jobs',
  unconfirmed: 'Unconfirmed jobs',
};

/** The selection as the audit log and the screens show it. */
export function inWords({ from, to, providers, outcome, waitedMinutes }: IncidentSelection): string {
  const jobs = outcome === 'waited' ? `Jobs that waited longer than ${waitedMinutes} min` : JOBS[outcome];
  return `${jobs} of ${providers.join(', ')}, created from ${inIst(from)} until ${inIst(to)} IST`;
}

function inIst(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
}
