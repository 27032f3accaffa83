import { authCalls } from '@luit/contracts/auth/messages';
import { incidentSelection } from '@luit/contracts/operations/affected-jobs';
import * as incidents from '../admin/incident-mails/incident-mails.dto';
import * as breaches from '../admin/breaches/breaches.dto';
import { ID, type Pair, TIME } from './dto-schema-pair';

/** The DTOs of mails about incidents, and of breaches. */
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
  { dto: breaches.BreachesQuery, schema: authCalls.listBreaches.input, valid: { limit: 20, cursor: ID } },
  {
    dto: breaches.BreachDto,
    schema: authCalls.recordBreach.input,
    valid: { title: 'a', description: 'a', noticedBy: 'a', noticedAt: TIME },
    added: { adminId: ID },
  },
  {
    dto: breaches.BreachAccountsDto,
    schema: authCalls.addBreachAccounts.input,
    valid: { kind: 'operator', accounts: 'a', operator: 'a', from: TIME, to: TIME },
    added: { adminId: ID, breachId: ID },
  },
  {
    dto: breaches.ClearBreachAccountsDto,
    schema: authCalls.clearBreachAccounts.input,
    valid: { reason: 'a reason' },
    added: { adminId: ID, breachId: ID },
  },
  {
    dto: breaches.BreachNoticeDto,
    schema: authCalls.saveBreachNotice.input,
    valid: { text: 'a' },
    added: { adminId: ID, breachId: ID, kind: 'board' },
  },
  {
    dto: breaches.SendBreachNoticeDto,
    schema: authCalls.sendBreachNotice.input,
    valid: { confirmation: '12', reason: 'a reason' },
    added: { adminId: ID, breachId: ID },
  },
  {
    dto: breaches.BreachEventDto,
    schema: authCalls.addBreachEvent.input,
    valid: { action: 'note', text: 'a reason' },
    added: { adminId: ID, breachId: ID },
  },
];
