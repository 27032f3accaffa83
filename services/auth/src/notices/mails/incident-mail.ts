import { INCIDENT_PLACEHOLDERS } from '@luit/contracts/auth/incident-mails';
import { LuitError } from '@luit/contracts/errors';
import type { MailContent } from './mail-layout';
import { paragraphsOf } from './operator-text';

export interface IncidentText {
  subject: string;
  text: string;
  /** The number and the cost of the recipient's affected jobs. */
  credits: number;
  jobs: number;
}

const IN_BRACES = /\{([^{}]*)\}/g;

/** @throws LuitError `validation_failed` if it contains braces that are not a placeholder */
export function assertPlaceholders(text: string): void {
  const known: readonly string[] = INCIDENT_PLACEHOLDERS;
  const rest = text.replace(IN_BRACES, (all, name: string) => (known.includes(name) ? '' : all));
  if (/[{}]/.test(rest)) throw new LuitError('validation_failed', 'Only {credits} and {jobs} may appear in braces.');
}

export function incidentMail(isGuest: boolean, webUrl: string, incident: IncidentText): MailContent {
  const fill = (text: string) =>
    text.replace(IN_BRACES, (all, key: string) =>
      key === 'credits' || key === 'jobs' ? incident[key].toLocaleString('en-IN') : all,
    );
  const paragraphs = paragraphsOf(fill(incident.text));
  return {
    subject: fill(incident.subject),
    preview: (paragraphs[0] ?? '').slice(0, 120),
    title: isGuest ? 'About your order' : 'About your jobs',
    paragraphs,
    ...(!isGuest && { action: { label: 'Open your library', url: `${webUrl}/library` } }),
    footnote: `You’re receiving this service message because an incident affected jobs you ordered. Questions: ${webUrl}/contact`,
  };
}
