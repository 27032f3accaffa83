import type { AlertKind } from '@luit/contracts/alerts/alerts';

export interface Runbook {
  /** What the alert means, and what customers notice. */
  meaning: string;
  /** In this order. `[name](/path)` links the page on which the step is done. */
  steps: string[];
  /** What ends the alert. */
  end: string;
}

/** What to do about each kind of alert. Part of the app, so that it can be read while everything else is down. */
export const RUNBOOKS: Record<AlertKind, Runbook> = {
  service_unavailable: {
    meaning:
      'All processes of a service, or some of them (a warning), gave no sign of life for 20 seconds: they were killed, are frozen or cannot reach Redis. If auth is meant, Postgres may be unavailable instead. Nothing that was accepted is lost.',
    steps: [
      'Is the machine up, and does it have free memory and disk? docker compose ps (Kubernetes: kubectl get pods) shows which processes run.',
      'Read the last log lines of the service: docker compose logs --tail 100 SERVICE. They list all configuration errors.',
      'Start it again: docker compose up -d SERVICE. A frozen process has to be killed first.',
      'Was the process removed on purpose, so that fewer are enough from now on? Press “It left for good” on [the Alerts page](/alerts?state=open).',
    ],
    end: 'The alert closes when as many processes as before give a sign of life. The alerts listed under it are its effects: if one lasts five minutes longer, it pages on its own.',
  },
  no_worker: {
    meaning:
      'No worker, or fewer than before (a warning), gave a sign of life for 20 seconds. Without workers, jobs and emails wait, and no output is stored. Nothing is lost.',
    steps: [
      'Does a worker run? docker compose ps (Kubernetes: kubectl get pods) shows it. One that used too much memory was killed: compare its limit.',
      'Read its last log lines: docker compose logs --tail 100 worker.',
      'Start it: docker compose up -d worker. A frozen worker has to be killed first; other workers continue its jobs.',
      'Were workers removed on purpose? Press “It left for good” on [the Alerts page](/alerts?state=open).',
    ],
    end: 'The alert closes when as many workers as before give a sign of life. The alerts listed under it are its effects: if one lasts five minutes longer, it pages on its own.',
  },
  provider_down: {
    meaning:
      'Submissions to the provider failed several times in a row, so Luit has stopped sending it jobs. New jobs go to the next provider, or wait if there is none. Jobs that it is already running continue.',
    steps: [
      'Read the reason on [the Providers page](/providers): for example, an expired key, an account without funds, or an outage.',
      'Open the provider’s own status page. If the key or the balance is the reason, renew the key or top up the account.',
      'If workers cannot use it, give generation and every worker the same PROVIDER_SECRETS, or enter its key again on [the Providers page](/providers) (Change).',
      'If customers have been waiting for a long time, cancel or refund [the queued jobs](/jobs?status=pending) that only this provider can run.',
      'If it lasts, show customers a banner or pause new jobs on [the Maintenance page](/maintenance).',
    ],
    end: 'Luit checks the provider every few seconds and sends one job when it responds. The alert closes when that job is accepted.',
  },
  model_route_missing: {
    meaning:
      'A vendor answered that it has no such model: it retired the model, renamed it, or our account may not use it. Luit sends this route no new jobs. Jobs move to the next route with their credits held; without one they fail and their credits are returned, and the model is not offered.',
    steps: [
      'Read the vendor’s answer in the alert. If the account has to activate the model, activate it in the vendor’s console.',
      'Find the id of the current model in the vendor’s list, and check which lengths, resolutions and inputs it takes.',
      'Publish the entry on [the Models page](/models) with the new id, or without the route. If nothing has changed and the vendor has the model again, publish the same entry again: that puts the route back.',
      'If there is no successor, announce the end: publish the entry as deprecated with its last day and a replacement, or as retired.',
    ],
    end: 'The alert closes when another revision of the model is published.',
  },
  jobs_overdue: {
    meaning:
      'Jobs of a provider have run for more than five minutes and four times as long as nine of ten jobs of their plan took. The provider may have forgotten them, or is overloaded. Their customers wait, and their credits are held.',
    steps: [
      'Open [the oldest running jobs](/jobs?status=running&sort=-age). The page of a job shows the provider’s latest answer.',
      'Look at the provider’s own status page. If others wait there as well, drain it on [the Providers page](/providers).',
      'Cancel jobs that will not finish: their credits return at once. The others end at their time limit, and their credits return then.',
    ],
    end: 'The alert closes when no job of the provider runs that long.',
  },
  results_waiting: {
    meaning:
      'Providers may have finished jobs, and no worker has read or copied their results for two minutes. Customers wait for outputs that exist. Nothing is lost: providers keep them for at least an hour.',
    steps: [
      'Are all workers alive and idle? Look at [the Jobs page](/jobs) and at the log of each: it names what fails.',
      'Is the storage of outputs full or slow? The disk of STORAGE_DIR, or the bucket.',
      'If workers are busy, start another one.',
    ],
    end: 'The alert closes when every due result has been read and every finished output copied.',
  },
  redis_emptied: {
    meaning:
      'Redis lost everything in it. Luit delivered the messages of the last 24 hours again and enqueued every unfinished job, so no job and no payment is lost. This is a note: it closes by itself.',
    steps: [
      'Was Redis flushed, restarted without its files, or replaced by an empty one? Its log and appendonly files say so.',
      'If nobody did that on purpose, check the disk of Redis and that appendonly is on.',
      'Is everything moving again? Look at [the Jobs page](/jobs).',
    ],
    end: 'The note closes five minutes after Luit noticed the loss.',
  },
  queue_not_draining: {
    meaning:
      'Jobs are queued, and workers have not submitted any for a while. Every customer who places an order now has to wait.',
    steps: [
      'Is the queue “submit” paused? Resume it on [the home page](/), unless someone paused it on purpose. [The audit log](/audit-log?action=queue_paused) shows who did, and why.',
      'Is a worker running? [The home page](/) lists them. If none is, start one: docker compose up -d worker.',
      'Is every provider on [the Providers page](/providers) unavailable? Follow the runbook [Provider down](/runbooks/provider_down).',
      'Otherwise, search the worker logs for “Queue worker error”.',
    ],
    end: 'The alert closes when a job is submitted.',
  },
  customers_waiting: {
    meaning: 'Some customers have been waiting for a very long time, even though others may be served.',
    steps: [
      'Open [the queued jobs, oldest first](/jobs?status=pending&sort=-age), and look for what they have in common: a provider, a plan, or a single user.',
      'Cancel those that no provider can run soon. Luit returns their credits immediately.',
      'If it lasts, show customers a banner or pause new jobs on [the Maintenance page](/maintenance).',
    ],
    end: 'The alert closes when no one has been waiting that long.',
  },
  submissions_unconfirmed: {
    meaning:
      'Luit did not receive the provider’s responses, so the provider may or may not have accepted these jobs. Luit is searching for them at the provider.',
    steps: [
      'Open one of the [unconfirmed jobs](/jobs?status=unknown). Its page shows the provider’s latest answer.',
      'Ask the provider now, or declare the job lost. If you declare it lost, its credits are returned immediately, and the video is free if it arrives later.',
    ],
    end: 'Luit resolves each of them within about two minutes. The alert closes when the last one is resolved.',
  },
  jobs_failing: {
    meaning:
      'A provider accepts jobs but fails many of them, or many jobs of one plan or with one kind of error fail. Credits are returned automatically, but customers get no video.',
    steps: [
      'Open one of the [failed jobs](/jobs?status=failed) and read its provider’s error message.',
      'If one provider fails every job, drain it on [the Providers page](/providers). If all do, pause the queue “submit” on [the Jobs page](/jobs), under Queues.',
      'Once it works again, rerun [the failed jobs](/jobs?status=failed) with “Retry all”. Retries are free for their owners.',
      'Tell the customers: [email the affected users](/incident-mails/new).',
    ],
    end: 'The alert closes when fewer than a quarter of the jobs in the last five minutes failed.',
  },
  prompts_refused: {
    meaning:
      'The content policy refused several prompts or outputs of an account within minutes, so the account can create nothing new for a while. Nothing was charged.',
    steps: [
      'Read [the refused prompts](/refused-prompts?state=open&verdict=refuse). Lift refusals that are mistakes: the account may then use exactly that text, and its pause ends.',
      'If one of your own words refuses harmless prompts, make it longer or remove it on [the Safety page](/safety).',
      'If someone keeps trying to get around the policy, block the account on the page of [the user](/users).',
      'Report sexual content involving minors as the law of your country requires.',
    ],
    end: 'The alert closes when no account is paused. Each further pause within a day is twice as long.',
  },
  classifier_unavailable: {
    meaning:
      'Your classifier or hash matcher does not answer generation or a worker. Depending on [the settings](/safety), prompts, images and outputs pass unchecked, are refused, or wait.',
    steps: [
      'Check whether the service at SAFETY_CLASSIFIER_URL or HASH_MATCH_URL is running and reachable from generation and from every worker.',
      'Search the logs of generation and the workers for “The classifier did not answer”: the reason follows, for example a wrong key or a timeout.',
      'If it will take a while, decide on [the Safety page](/safety) what happens meanwhile: “Make and review”, “Refuse” or “Turn away”.',
      'Afterward, review [what passed unchecked](/refused-prompts?state=open&verdict=review). These findings say “classifier unavailable”.',
    ],
    end: 'Every 30 seconds, Luit sends a harmless test request. The alert closes when it is answered.',
  },
  content_credentials_failing: {
    meaning:
      'Outputs are delivered without Content Credentials or without a time stamp, or will be soon because the certificate expires. They still have their identifier and label, and the page “Was it made with Luit?” still recognizes them.',
    steps: [
      'If the certificate expires, order a new one from your authority, set C2PA_CERTIFICATE and C2PA_KEY, and restart the workers.',
      'If time stamps are missing, check whether the workers reach C2PA_TIMESTAMP_URL. The outputs are signed all the same.',
      'Otherwise, search the logs of the workers for “Signing an output failed”: the reason follows, for example too little memory.',
      'Nothing else has to be done: outputs that were delivered without credentials stay unsigned.',
    ],
    end: 'The alert closes when an output is signed, with a time stamp if those were missing, or when the new certificate is valid for at least 30 days.',
  },
  takedowns_repeated: {
    meaning: 'Several outputs of one account were taken down within a year, the latest within the last week.',
    steps: [
      'Open the account and read why its outputs were taken down. The reasons are in its audit log.',
      'Lift takedowns that were mistakes. They no longer count.',
      'If the account makes forbidden content on purpose, block it on the page of [the user](/users). Your terms say that you may.',
    ],
    end: 'The alert closes a week after the latest takedown, or when fewer than three are left.',
  },
  mails_failing: {
    meaning:
      'Luit could not send emails for several minutes. This affects sign-up confirmations and receipts, and alerts too.',
    steps: [
      'Is the queue “mail” paused? Resume it on [the home page](/).',
      'Is a worker running? [The home page](/) lists them.',
      'Read the latest error of [the failing emails](/mails?state=failing).',
      'Check the worker logs for the mail server’s response: for example, a wrong password, a sending limit, or a rejected address.',
    ],
    end: 'Luit retries each email until it is sent. The alert closes when none is overdue.',
  },
  alert_deliveries_failing: {
    meaning:
      'A webhook that should receive alerts rejects them or does not respond, so some people on your team may not be paged. Luit retries each message for a day.',
    steps: [
      'Open [the settings](/settings). The destination shows how long it has been failing and how its server responds.',
      'Status 404 or 410 from Slack: its webhook was removed. Add a new one, then remove this one.',
      'Otherwise, fix the receiver, then send a test message.',
    ],
    end: 'The alert closes when a message is delivered, or when the destination is removed.',
  },
  content_reports_due: {
    meaning:
      'People reported videos or photos, or filed grievances, and the time that the law gives to act is running out or has passed.',
    steps: [
      'Open [the reports](/content-reports): the one with the least time left comes first.',
      'If a report is justified, take the output down. Otherwise, reject or answer it with a reason, which the reporter sees.',
    ],
    end: 'The alert closes when no open report has used more than half of its time.',
  },
  breach_notice_due: {
    meaning:
      'A breach of personal data was recorded, and the time that the law gives to inform CERT-In (6 hours) or the Data Protection Board (72 hours) is running out or has passed.',
    steps: [
      'Open [the breach](/breaches), complete the draft of the notice, and send it.',
      'Record that the notice was sent, with its reference.',
      'If it turned out not to be a breach, close it with a note that says why.',
    ],
    end: 'The alert closes when the notices are recorded as sent, or the breach is closed.',
  },
  dead_letters: {
    meaning:
      'A service could not handle messages from other services. Luit set them aside so that they do not block the messages behind them.',
    steps: [
      'Open [the dead letters](/dead-letters) and read the error of each.',
      'Replay them once the cause is fixed. An event takes effect only once.',
      'Discard only messages that must not be handled.',
    ],
    end: 'The alert closes when no dead letters are left.',
  },
  payment_mismatch: {
    meaning: 'A payment does not match the amount or currency of its order. Luit has granted no credits for it.',
    steps: [
      'Open the order from [its alert](/alerts?state=open) and compare the amounts.',
      'Refund the payment there, and write to the customer. Do not grant the credits of the order: the customer has not paid its price.',
      'If Razorpay rejects the refund, follow the runbook [Refund not paid](/runbooks/refund_overdue).',
    ],
    end: 'The alert closes when the refund is requested. If it is not paid, an alert of its own opens.',
  },
  payment_not_granted: {
    meaning:
      'Razorpay captured a payment, but Luit knows neither its order nor its buyer, for example because the database was restored from an old backup. The customer received nothing for it.',
    steps: [
      'Find the payment in Razorpay’s dashboard, and here among [the payment webhooks](/webhooks).',
      'Refund it in Razorpay’s dashboard, and write to the customer.',
    ],
    end: 'The alert closes at the next check after the payment is refunded, or its order is known again.',
  },
  refund_overdue: {
    meaning:
      'Luit owes a customer a refund that Razorpay rejected, the bank failed, or no one has accepted for a while. The customer is told that the refund is delayed, that Luit retries, and that you know.',
    steps: [
      'Open the order from [its alert](/alerts?state=open). It shows the attempts and the last error of the refund.',
      '“invalid request sent” usually means that your balance at Razorpay is too low: top it up in Razorpay’s dashboard.',
      'For status 401, check the API keys. For other errors, compare the payment in Razorpay’s dashboard, and ask Razorpay’s support.',
      'Luit retries at least once an hour. Use “Retry now” on the page of the order once the cause is fixed. No refund is ever paid twice.',
      'If the bank keeps failing it, for example because the card is closed, pay the customer in another way. Then press “Paid in another way…” on the page of the order: Luit stops its attempts and emails the reference to the customer.',
    ],
    end: 'The alert closes when Razorpay accepts the refund, when it is recorded as paid in another way, or when nothing of the payment is left to refund. It opens again if the bank fails the refund later.',
  },
  payment_disputed: {
    meaning:
      'A customer disputed a payment, and their bank is withholding the money. Luit has clawed back the credits.',
    steps: [
      'Open the dispute. The page of [open disputes](/disputes?state=open) sorts them by deadline.',
      'In Razorpay’s dashboard, respond with the invoice and the delivered videos, or accept the dispute.',
    ],
    end: 'The alert closes when the bank has decided.',
  },
  credits_owed: {
    meaning:
      'A customer had already spent the credits of a payment when it was refunded or disputed, so the account now owes credits.',
    steps: [
      'Open the user from [its alert](/alerts?state=open), and review their purchases, jobs and sign-ins.',
      'If it looks like fraud, block the account. Otherwise, do nothing: the account’s next credits repay the debt.',
    ],
    end: 'The alert closes when the debt is repaid, or after seven days.',
  },
  invariant_violated: {
    meaning: 'A condition that must always hold is violated: for example, a balance does not match its transactions.',
    steps: [
      'Open [the Invariants page](/invariants). It shows what is wrong, with example IDs.',
      'For balances (I1): stop selling, make a backup, and read that user’s [transactions](/transactions) before you change anything.',
      'Luit has not changed anything automatically. Ask an engineer before you repair it.',
    ],
    end: 'The alert closes when a check finds that the invariant holds again.',
  },
  disk_nearly_full: {
    meaning: 'A worker’s disk is nearly full. Once it is full, Luit rejects uploads and cannot store videos.',
    steps: [
      'Find out what is using the space: run docker system df, and du on the file volume.',
      'Delete old images and logs, or enlarge the disk. Never delete users’ files by hand.',
    ],
    end: 'The alert closes when there is enough space again.',
  },
};

const LINK = /\[([^\]]+)\]\(([^)]+)\)/;

export interface StepLink {
  label: string;
  to: string;
}

/** The texts and links of a step, in their order. */
export function partsOf(step: string): (string | StepLink)[] {
  // A pattern with groups leaves what they matched between the texts: text, label, address, text, …
  const pieces = step.split(LINK);
  return pieces.flatMap((piece, index): (string | StepLink)[] => {
    if (index % 3 === 0) return piece === '' ? [] : [piece];
    return index % 3 === 1 ? [{ label: piece, to: pieces[index + 1] ?? '' }] : [];
  });
}

export function linksOf(step: string): StepLink[] {
  return partsOf(step).filter((part) => typeof part !== 'string');
}

export function runbookPath(kind: AlertKind): string {
  return `/runbooks/${kind}`;
}
