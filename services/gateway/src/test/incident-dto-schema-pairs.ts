import { authCalls } from '@luit/contracts/auth/messages';
import { incidentSelection } from '@luit/contracts/operations/affected-jobs';
import * as incidents from '../admin/incident-mails/incident-mails.dto';
import { ID, type Pair } from './dto-schema-pair';

/** The DTOs of mails about incidents. */
export const INCIDENT_PAIRS: Pair[] = [
  {
    dto: incidents.IncidentSelectionDto,
    schema: incidentSelection,
    valid: {
      from: '2026-11-21T09:00:00Z',
      to: '2026-11-22T09:00:00Z',
      providers: ['fal'],
      outcome: 'waited',
      waitedMinutes: 5,
    },
  },
  {
    dto: incidents.IncidentMailsDto,
    schema: authCalls.queueIncidentMails.input,
    valid: { mailingId: ID, subject: 'a', text: 'a', reason: 'a reason', includesMailed: true, confirmation: '101' },
    added: { adminId: ID },
  },
  {
    dto: incidents.IncidentRecipientsQuery,
    schema: authCalls.getIncidentMailing.input,
    valid: { limit: 20, cursor: ID, state: 'sent' },
    added: { mailingId: ID },
  },
];
