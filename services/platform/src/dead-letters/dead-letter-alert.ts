import type { AlertCause } from '@luit/contracts/alerts/alerts';

/** The alert of a service whose dead letters wait for a decision. @param names of the messages, separated by commas */
export function deadLetterAlert(service: string, count: number, names: string): AlertCause {
  const messages = count === 1 ? '1 message and set it' : `${count} messages and set them`;
  return {
    kind: 'dead_letters',
    subject: service,
    summary: `${service.charAt(0).toUpperCase()}${service.slice(1)} could not handle ${messages} aside: ${names}.`,
    action: 'Open the Dead letters page. Replay the messages once the cause is fixed, or discard them.',
    severity: 'critical',
  };
}
