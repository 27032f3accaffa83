import type { BreachNoticeKind } from '@luit/contracts/auth/breach-limits';
import type { Breach } from '@luit/contracts/auth/breaches';

const TIME = new Intl.DateTimeFormat('en-IN', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  ...{ hour12: false, timeZone: 'Asia/Kolkata' },
});

/** A notice with the facts filled in. Placeholders in brackets remain for what only people know. */
export function draftOf(kind: BreachNoticeKind, breach: Breach): string {
  return DRAFTS[kind](breach);
}

const DRAFTS: Record<BreachNoticeKind, (breach: Breach) => string> = {
  cert_in: (breach) => `To: incident@cert-in.org.in
Subject: Report of a cyber incident: ${breach.title}

1. Reporting organization: [name, address and contact person of the company]
2. Noticed: ${timeOf(breach.noticedAt)} by ${breach.noticedBy}
3. Type of incident: [unauthorized access / data breach / other]
4. What happened:
${breach.description}
5. Affected systems: [servers, services, IP addresses]
6. Affected accounts known so far: ${breach.accounts}
7. Measures taken so far: [what was done to stop it]

We will send more details as we learn them.`,

  board: (breach) => `To: Data Protection Board of India
Subject: Intimation of a personal data breach: ${breach.title}

1. Data Fiduciary: [name, address and contact person of the company]
2. Noticed: ${timeOf(breach.noticedAt)} by ${breach.noticedBy}
3. Nature and circumstances of the breach:
${breach.description}
4. Extent: ${breach.accounts} accounts. Categories of personal data: [for example names and email addresses]
5. Time and place of occurrence: [when and where it began and ended]
6. Likely impact on the people affected: [what could happen to them]
7. Measures taken to reduce the risk: [what was done]
8. Measures to prevent a recurrence: [what will be done]
9. Findings about the person who caused the breach: [if known]
10. Affected people were informed: ${breach.usersNotifiedAt ? timeOf(breach.usersNotifiedAt) : '[when and how]'}`,

  // The mail adds its subject and the name of the user.
  users: (breach) => `On ${timeOf(breach.noticedAt)}, we noticed a breach of personal data that affects your account.

What happened: ${breach.description}

What this means for you: [which of your data is affected, and what could happen]

What we have done: [measures to reduce the risk]

What you can do: [for example choose a new password, and beware of emails that ask for it]

If you have questions, write to [contact of a person who can answer]. We are sorry.`,
};

function timeOf(iso: string): string {
  return `${TIME.format(new Date(iso))} IST`;
}
