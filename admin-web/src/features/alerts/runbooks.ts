import type { AlertKind } from '@luit/contracts/alerts/alerts';

export interface Runbook {
  /** What the alert means, and what customers notice. */
  meaning: string;
  /** In this order. */
  steps: string[];
  /** What ends the alert. */
  end: string;
}

/** What to do about each kind of alert. Part of the app, so that it can be read while everything else is down. */
export const RUNBOOKS: Record<AlertKind, Runbook> = {
  provider_down: {
    meaning:
      'Submissions to the provider failed several times in a row, so Luit sends it no more jobs. They go to the next provider, or wait if there is none. Jobs that it runs already go on.',
    steps: [
      'Read the reason on the home page: an expired key, an account without funds, an outage.',
      'Open the status page of the provider. Renew the key or top up the account if that is the reason.',
      'If workers have no key for it, set the key for every worker, or remove the provider from MODEL_PROVIDERS.',
      'If customers have waited for long, cancel or refund the jobs that only this provider can run.',
    ],
    end: 'Luit asks the provider every few seconds and sends one job when it answers. The alert closes when that job is accepted.',
  },
  queue_not_draining: {
    meaning: 'Jobs are waiting, and none has been submitted for a while. Every customer who orders now waits.',
    steps: [
      'Is the queue submit paused? Resume it, unless somebody paused it on purpose: the audit log has the reason.',
      'Is a worker running? If none is, start one: docker compose up -d worker.',
      'Is every provider cut off? Follow the runbook “Provider down”.',
      'Otherwise read the log of the workers for “Queue worker error”.',
    ],
    end: 'The alert closes when a job is submitted.',
  },
  customers_waiting: {
    meaning: 'Some customers have waited for very long, although others may be served.',
    steps: [
      'Open the jobs, oldest first, and look for what they have in common: a provider, a plan, one user.',
      'Cancel requests that cannot be served soon. Their credits return at once.',
    ],
    end: 'The alert closes when nobody waits for that long.',
  },
  submissions_unconfirmed: {
    meaning: 'The provider may or may not have taken these jobs: its answers were lost. Luit searches for them.',
    steps: [
      'Open a job: its page shows what the provider answered last.',
      'Ask the provider now, or declare the job lost. The credits then return at once, and a late video is free.',
    ],
    end: 'Luit ends each within about two minutes. The alert closes with the last one.',
  },
  jobs_failing: {
    meaning:
      'A provider accepts jobs and fails many of them, or jobs of one plan or error kind fail. Credits return automatically, but customers get no video.',
    steps: [
      'Open a failed job and read the message of its provider.',
      'If one provider fails everything, take it out of rotation, or pause the queue submit.',
      'Once it works again, repeat the failed jobs with “Retry all”. That is free for their owners.',
    ],
    end: 'The alert closes when fewer than a quarter of the jobs of the last five minutes failed.',
  },
  mails_failing: {
    meaning: 'Mails have not been sent for minutes: sign-up confirmations, receipts, and alerts too.',
    steps: [
      'Is the queue mail paused? Resume it.',
      'Is a worker running?',
      'Read the log of the workers for what the mail server answers: a wrong password, a limit, a refused address.',
    ],
    end: 'Luit repeats each mail until it is sent. The alert closes when none is overdue.',
  },
  alert_deliveries_failing: {
    meaning:
      'A webhook that should get alerts refuses them or does not answer, so some of you may not be paged. Luit repeats each message for a day.',
    steps: [
      'Open the settings: the destination shows since when it fails and what its server answers.',
      'Status 404 or 410 from Slack: its webhook was removed. Add a new one, then remove this one.',
      'Otherwise repair the receiver, then send a test message.',
    ],
    end: 'The alert closes when a message arrives, or when the destination is removed.',
  },
  dead_letters: {
    meaning: 'Messages between services could not be handled and were set aside, so that those behind them go on.',
    steps: [
      'Open the dead letters and read the error of each.',
      'Replay them once the cause is fixed. An event takes effect once.',
      'Discard only what must not be handled.',
    ],
    end: 'The alert closes when no dead letter is left.',
  },
  payment_mismatch: {
    meaning: 'A payment does not match the amount or currency of its order. No credits were granted.',
    steps: [
      'Open the order and compare the amounts.',
      'Refund the payment in Razorpay’s dashboard, and write to the customer.',
    ],
    end: 'The alert closes when the payment is refunded in full.',
  },
  payment_not_granted: {
    meaning: 'Razorpay captured a payment, and the customer got nothing for it.',
    steps: [
      'Open the invariants for the ids of the payments.',
      'Find each payment at Razorpay and here, by its order.',
      'Refund it, or grant the credits with a reason.',
    ],
    end: 'The alert closes at the next check after the payment was granted or refunded.',
  },
  payment_disputed: {
    meaning: 'A customer’s bank withholds the money of a payment. Its credits were taken back.',
    steps: [
      'Open the disputes: they are sorted by deadline.',
      'Answer in Razorpay’s dashboard with the invoice and the delivered videos, or accept the dispute there.',
    ],
    end: 'The alert closes when the bank has decided.',
  },
  credits_owed: {
    meaning: 'A payment was refunded or disputed after its credits had been spent, so the account owes credits.',
    steps: [
      'Open the user and compare purchases, jobs and sign-ins.',
      'Block the account if it is fraud. Otherwise do nothing: the next credits repay the debt.',
    ],
    end: 'The alert closes when the debt is repaid, or after seven days.',
  },
  invariant_violated: {
    meaning: 'Something that must always hold does not, for example a balance that differs from its transactions.',
    steps: [
      'Open the invariants: they name what is wrong and give ids.',
      'For balances (I1): stop selling, make a backup, and read the statement of that user before you change anything.',
      'Nothing was changed automatically. Ask an engineer before you repair it.',
    ],
    end: 'The alert closes when a check finds that the invariant holds again.',
  },
  disk_nearly_full: {
    meaning: 'The disk of a worker is nearly full. When it is full, uploads are refused and videos cannot be stored.',
    steps: [
      'Look for what grows: docker system df, and du on the volume of files.',
      'Delete old images and logs, or enlarge the disk. Never delete files of users by hand.',
    ],
    end: 'The alert closes when there is enough space again.',
  },
};

export function runbookPath(kind: AlertKind): string {
  return `/runbooks/${kind}`;
}
