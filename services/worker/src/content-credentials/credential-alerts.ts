import type { AlertCause } from '@luit/contracts/alerts/alerts';
import type { AlertSource } from '@luit/platform/alerts/alert-reporter';
import type { ContentCredentials, CredentialFailure } from './content-credentials';

const DAY_MS = 24 * 3600 * 1000;
/** Authorities take days to issue a certificate. */
const NOTICE_DAYS = 30;

/** The alert causes of a certificate that ends soon, and of outputs without a signature or time stamp. All workers share the source. */
export function credentialAlerts(credentials: Pick<ContentCredentials, 'failure' | 'validUntil'>): AlertSource {
  return {
    name: 'Content Credentials',
    isShared: true,
    list: () => Promise.resolve([...certificateCauses(credentials.validUntil), ...failureCauses(credentials.failure)]),
  };
}

function certificateCauses(validUntil: Date | null): AlertCause[] {
  if (validUntil === null) return [];
  const days = Math.floor((validUntil.getTime() - Date.now()) / DAY_MS);
  if (days >= NOTICE_DAYS) return [];
  const cause = { kind: 'content_credentials_failing', subject: 'certificate' } as const;
  const action = 'Order a new certificate, set C2PA_CERTIFICATE and C2PA_KEY, and restart the workers.';
  const day = validUntil.toISOString().slice(0, 10);
  return days < 0
    ? [
        {
          ...cause,
          action,
          summary: `The certificate of the Content Credentials expired on ${day}. Outputs are not signed.`,
          severity: 'critical',
        },
      ]
    : [
        {
          ...cause,
          action,
          summary: `The certificate of the Content Credentials expires on ${day}.`,
          severity: 'warning',
        },
      ];
}

function failureCauses(failure: CredentialFailure | null): AlertCause[] {
  if (failure === null) return [];
  const cause = { kind: 'content_credentials_failing', subject: failure.of, severity: 'warning' } as const;
  return failure.of === 'signing'
    ? [
        {
          ...cause,
          summary: 'An output could not be signed. It was delivered without Content Credentials.',
          action: 'Search the logs of the workers for “Signing an output failed”: the reason follows.',
        },
      ]
    : [
        {
          ...cause,
          summary: 'An output was signed without a time stamp, because the authority did not issue one.',
          action: 'Check whether the workers reach C2PA_TIMESTAMP_URL. Their logs say why there is no time stamp.',
        },
      ];
}
