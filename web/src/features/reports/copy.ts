import type { ReportState } from '@luit/contracts/auth/content-reports';
import { t } from '@lingui/core/macro';

export const reportCopy = {
  get pageTitle() {
    return t`Report a video or photo · Luit`;
  },
  get heading() {
    return t`Report a video or photo`;
  },
  get lead() {
    return t`Is something made with Luit unlawful, harmful or about you? Tell us. You’ll get a report number right away, and the time by which a person will decide.`;
  },
  get kind() {
    return t`What is it about?`;
  },
  get noKind() {
    return t`Choose one`;
  },
  get target() {
    return t`Link or ID`;
  },
  get targetHint() {
    return t`The address of the page where you saw it, or the order ID. For a complaint about something else, say what it is about.`;
  },
  get text() {
    return t`What is wrong?`;
  },
  get email() {
    return t`Your email`;
  },
  get emailRequired() {
    return t`We’ll email you a receipt and our decision.`;
  },
  get emailOptional() {
    return t`Optional. We’ll email you a receipt and our decision.`;
  },
  get send() {
    return t`Send report`;
  },
  get sending() {
    return t`Sending...`;
  },
  get failed() {
    return t`We couldn’t send your report. Please try again.`;
  },
  get privacy() {
    return t`The person who made the video won’t learn who you are.`;
  },
  get checkTitle() {
    return t`Have you reported something?`;
  },
  get number() {
    return t`Report number`;
  },
  get check() {
    return t`See its status`;
  },
  get officer() {
    return t`Grievance officer and times`;
  },
  get another() {
    return t`Report something else`;
  },
  get ownHeading() {
    return t`Your report`;
  },
  get keepNumber() {
    return t`Keep this number. With it, this page shows what we decided.`;
  },
  get received() {
    return t`Received`;
  },
  get due() {
    return t`We decide by`;
  },
  get decided() {
    return t`Decided`;
  },
  get answer() {
    return t`Our answer`;
  },
  get about() {
    return t({ message: 'About', context: 'what a report is about' });
  },
  get unknownTitle() {
    return t`There is no report with this number`;
  },
  get unknownText() {
    return t`Check it against the number you received. It has 16 letters and digits in groups of four.`;
  },
  get loadFailed() {
    return t`We couldn’t load the report`;
  },
  get retry() {
    return t`Try again`;
  },
} as const;

export const REPORT_STATES: Record<ReportState, () => string> = {
  open: () => t`A person will look at it`,
  taken_down: () => t`We took it down`,
  rejected: () => t`We did not take it down`,
  answered: () => t`We answered`,
};
