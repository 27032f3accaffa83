import type { I18n } from '@lingui/core';
import { DEFAULT_LANGUAGE, type Language } from '@luit/contracts/auth/languages';
import type { RenderedMail } from '@luit/contracts/auth/mails';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { ContactMessageEntity } from '../../trust/contact-messages/contact-message.entity';
import { incidentMail, type IncidentText } from './incident-mail';
import { i18nOf } from '../locales/i18n';
import { UserEntity } from '../../records/users/user.entity';
import type { AccessGrant } from '../../records/queued-mails/mails.service';
import { accessGrantedMail } from './access-mail';
import { breachNoticeMail } from './breach-notice-mail';
import { balanceLowMail, creditsExpiringMail } from './credit-notice-mails';
import type { MailContent } from './mail-layout';
import {
  accountDeletedMail,
  accountDeletionStartedMail,
  alertMail,
  alreadyRegisteredMail,
  confirmMail,
  contactMessageMail,
  exportMail,
  guestAccessMail,
  linkSignInMail,
  newSignInMail,
  operatorInvitationMail,
  passwordChangedMail,
  passwordResetMail,
  type SecurityNotice,
} from './mail-texts';
import type { MailEntity } from '../../records/queued-mails/mail.entity';
import { quarterlyNoticeMail } from './quarterly-notice-mail';
import { receiptMail, type ReceiptLink } from './receipt-mail';
import { refundDelayedMail, refundMail, type RefundMailLink } from './refund-mail';
import { reportDecidedMail, reportReceivedMail } from './report-mails';
import { REQUEST_PAGES, requestFinishedMail } from './request-finished-mail';
import { takedownLiftedMail, takenDownMail } from './takedown-mails';
import { webhookEndpointOffMail } from './webhook-mails';

/** SQL: invitations that can be accepted. */
export const OPEN_INVITATIONS = `operator_invitations WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;

/** The secrets of a mail. They are made while it is rendered, and are never stored. */
export interface MailTokens {
  link: () => string;
  guest: (requestId: string, accountId: string) => string;
  invitation: (invitationId: string) => string;
  signInLink: (challengeId: string) => string;
}

/** In place of every secret, for operators. */
export const REDACTED_TOKENS: MailTokens = {
  link: () => 'REDACTED',
  guest: () => 'REDACTED',
  invitation: () => 'REDACTED',
  signInLink: () => 'REDACTED',
};

interface Content {
  /** The instance for the language of its text. */
  i18n: I18n;
  content: MailContent;
  extra: Pick<RenderedMail, 'replyTo'>;
}

/** Operators send and receive mails in English. */
const ENGLISH = i18nOf(DEFAULT_LANGUAGE);

/** Renders the texts of mails from their stored data. */
@Injectable()
export class MailContents {
  constructor(@Inject(AUTH_CONFIG) private readonly config: AuthConfig) {}

  /** Null if the object that the mail is about no longer exists. */
  async of(manager: EntityManager, mail: MailEntity, tokens: MailTokens): Promise<Content | null> {
    if (mail.kind === 'contact_message') {
      const message = await manager.findOneBy(ContactMessageEntity, { id: mail.id });
      return message && { i18n: ENGLISH, content: contactMessageMail(message), extra: { replyTo: message.email } };
    }
    if (mail.kind === 'incident') return this.incident(manager, mail);
    if (mail.kind === 'breach_notice') return this.breachNotice(manager, mail);
    if (mail.kind === 'alert' || mail.kind === 'operator_invitation') {
      return { i18n: ENGLISH, content: this.toOperator(mail, tokens), extra: {} };
    }
    if (mail.userId === null) {
      const i18n = i18nOf(mail.language ?? DEFAULT_LANGUAGE);
      return { i18n, content: this.toGuest(i18n, mail, tokens), extra: {} };
    }
    const user = await manager.findOneBy(UserEntity, { id: mail.userId });
    if (!user) return null;
    const i18n = i18nOf(user.language);
    const content = this.toAccount(i18n, mail, tokens);
    return content && { i18n, content: addressed(i18n, content, nameFor(mail, user)), extra: {} };
  }

  private async incident(manager: EntityManager, { id }: MailEntity): Promise<Content | null> {
    const [found] = await manager.query<(IncidentText & { name: string | null; isGuest: boolean })[]>(
      `SELECT i.subject, i.text, r.credits, cardinality(r.request_ids) AS jobs, u.id IS NULL AS "isGuest",
              CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.name END AS name
         FROM incident_recipients r JOIN incident_mailings i ON i.id = r.mailing_id LEFT JOIN users u ON u.id = r.user_id
        WHERE r.id = $1`,
      [id],
    );
    if (!found) return null;
    const content = incidentMail(found.isGuest, this.config.webUrl, found);
    return { i18n: ENGLISH, content: addressed(ENGLISH, content, found.name), extra: {} };
  }

  private async breachNotice(manager: EntityManager, { userId, details }: MailEntity): Promise<Content | null> {
    const [found] = await manager.query<{ text: string; name: string | null; language: Language }[]>(
      `SELECT m.details ->> 'text' AS text, CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.name END AS name, u.language
         FROM mailings m JOIN users u ON u.id = $2 WHERE m.id = $1`,
      [details.mailingId, userId],
    );
    if (!found) return null;
    const i18n = i18nOf(found.language);
    const content = breachNoticeMail(i18n, this.config.webUrl, found.text);
    return { i18n, content: addressed(i18n, content, found.name), extra: {} };
  }

  private toOperator({ kind, details, createdAt }: MailEntity, tokens: MailTokens): MailContent {
    const { webUrl } = this.config;
    if (kind === 'alert') return alertMail(webUrl, details, createdAt);
    return operatorInvitationMail(webUrl, details, tokens.invitation(details.invitationId ?? ''));
  }

  private toGuest(i18n: I18n, { kind, details }: MailEntity, tokens: MailTokens): MailContent {
    const { webUrl } = this.config;
    if (kind === 'report_received') return reportReceivedMail(i18n, webUrl, details);
    if (kind === 'report_decided') return reportDecidedMail(i18n, webUrl, details);
    const { requestId = '', accountId = '' } = details;
    const url = this.orderPage(requestId, tokens.guest(requestId, accountId));
    switch (kind) {
      case 'guest_access':
        return guestAccessMail(i18n, url);
      case 'receipt':
        return receiptMail(i18n, details, { page: 'order', url });
      case 'output_taken_down':
        return takenDownMail(i18n, webUrl, details);
      case 'takedown_lifted':
        return takedownLiftedMail(i18n, url, details);
      default: {
        const text = i18n._('Your order page is available for 30 days.');
        const mail = kind === 'refund_delayed' ? refundDelayedMail : refundMail;
        return mail(i18n, details, { label: i18n._('See your order'), url, text });
      }
    }
  }

  private orderPage(requestId: string, guestToken: string): string {
    return `${this.config.webUrl}/order/${requestId}?claim=${guestToken}`;
  }

  /** A video that was paid for directly has a page of its own; everything else is in the vault. */
  private receiptLink(requestId: string | undefined): ReceiptLink {
    const { webUrl } = this.config;
    return requestId
      ? { page: 'order', url: `${webUrl}/order/${requestId}` }
      : { page: 'vault', url: `${webUrl}/vault` };
  }

  /** The statement contains neither directly paid videos nor payments that granted no credits. */
  private refundLink(i18n: I18n, { requestId, reason }: MailEntity['details']): RefundMailLink {
    const { webUrl } = this.config;
    if (requestId) {
      const text = i18n._('Your videos are in your library.');
      return { label: i18n._('Open your library'), url: `${webUrl}/library`, text };
    }
    const isListed = reason !== 'second_payment' && reason !== 'account_closed';
    const text = isListed
      ? i18n._('You can download the credit note and the original invoice from your Credit Vault.')
      : i18n._('Your purchases and invoices are in your Credit Vault.');
    return { label: i18n._('Open your Credit Vault'), url: `${webUrl}/vault`, text };
  }

  private toAccount(i18n: I18n, mail: MailEntity, tokens: MailTokens): MailContent | null {
    const { webUrl } = this.config;
    switch (mail.kind) {
      case 'confirm':
        return confirmMail(i18n, webUrl, tokens.link());
      case 'already_registered':
        return alreadyRegisteredMail(i18n, webUrl);
      case 'password_reset':
        return passwordResetMail(i18n, webUrl, tokens.link());
      case 'link_sign_in': {
        const { provider = '', challengeId = '' } = mail.details;
        return linkSignInMail(i18n, webUrl, provider, tokens.signInLink(challengeId));
      }
      case 'password_changed':
        return passwordChangedMail(i18n, webUrl, eventOf(mail));
      case 'export':
        return exportMail(i18n, webUrl, tokens.link());
      case 'account_deletion_started':
        return accountDeletionStartedMail(i18n, webUrl);
      case 'account_deleted':
        return accountDeletedMail(i18n, webUrl);
      case 'receipt':
        return receiptMail(i18n, mail.details, this.receiptLink(mail.details.requestId));
      case 'refund':
        return refundMail(i18n, mail.details, this.refundLink(i18n, mail.details));
      case 'refund_delayed': {
        // There is no credit note yet.
        const link = this.refundLink(i18n, { ...mail.details, reason: 'second_payment' });
        return refundDelayedMail(i18n, mail.details, link);
      }
      case 'request_finished':
        return requestFinishedMail(i18n, webUrl, mail.details);
      case 'credits_expiring':
        return creditsExpiringMail(i18n, webUrl, mail.details);
      case 'balance_low':
        return balanceLowMail(i18n, webUrl, mail.details);
      case 'webhook_endpoint_off':
        return webhookEndpointOffMail(i18n, webUrl, mail.details);
      case 'quarterly_notice':
        return quarterlyNoticeMail(i18n, webUrl, mail.details);
      case 'output_taken_down':
        return takenDownMail(i18n, webUrl, mail.details);
      case 'takedown_lifted':
        return takedownLiftedMail(i18n, requestPage(webUrl, mail.details), mail.details);
      case 'access_granted': {
        const { grant, thing = '' } = mail.details;
        return accessGrantedMail(i18n, webUrl, { grant: grant as AccessGrant, thing }, eventOf(mail));
      }
      case 'new_sign_in':
        return newSignInMail(i18n, webUrl, eventOf(mail));
      // These go to guests, reporters or operators, or have their text in another table.
      case 'guest_access':
      case 'report_received':
      case 'report_decided':
      case 'alert':
      case 'operator_invitation':
      case 'contact_message':
      case 'incident':
      case 'breach_notice':
        return null;
    }
  }
}

/** Only the owner of a confirmed address chose the name: before that, a stranger may have typed it. */
function nameFor({ kind, details }: MailEntity, { emailConfirmedAt, name }: UserEntity): string | null {
  // The account may have lost its name by now.
  if (kind === 'account_deletion_started' || kind === 'account_deleted') return details.name ?? null;
  return emailConfirmedAt && name;
}

function addressed(i18n: I18n, content: MailContent, name: string | null): MailContent {
  return name ? { ...content, title: i18n._('{title}, {name}', { title: content.title, name }) } : content;
}

function requestPage(webUrl: string, { type = '', requestId }: Record<string, string>): string {
  return `${webUrl}${REQUEST_PAGES[type] ?? '/library'}?request=${requestId}`;
}

function eventOf({ createdAt, details }: MailEntity): SecurityNotice {
  const { browser = '', system = '', ip = '' } = details;
  return { browser, system, ip, at: createdAt };
}
