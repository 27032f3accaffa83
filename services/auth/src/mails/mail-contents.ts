import type { RenderedMail } from '@luit/contracts/auth/mails';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { ContactMessageEntity } from '../contact-messages/contact-message.entity';
import { UserEntity } from '../users/user.entity';
import { incidentMail, type IncidentText } from '../incident-mails/incident-text';
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
  newSignInMail,
  operatorInvitationMail,
  passwordChangedMail,
  passwordResetMail,
  requestFinishedMail,
  type SecurityNotice,
} from './mail-texts';
import type { MailEntity } from './mail.entity';
import { receiptMail, type ReceiptLink } from './receipt-mail';
import { refundMail, type RefundMailLink } from './refund-mail';

/** SQL: invitations that can be accepted. */
export const OPEN_INVITATIONS = `operator_invitations WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`;

/** The secrets of a mail. They are made while it is rendered, and are never stored. */
export interface MailTokens {
  link: () => string;
  guest: (requestId: string, accountId: string) => string;
  invitation: (invitationId: string) => string;
}

/** In place of every secret, for operators. */
export const REDACTED_TOKENS: MailTokens = {
  link: () => 'REDACTED',
  guest: () => 'REDACTED',
  invitation: () => 'REDACTED',
};

interface Content {
  content: MailContent;
  extra: Pick<RenderedMail, 'replyTo'>;
}

/** Renders the texts of mails from their stored data. */
@Injectable()
export class MailContents {
  constructor(@Inject(AUTH_CONFIG) private readonly config: AuthConfig) {}

  /** Null if the object that the mail is about no longer exists. */
  async of(manager: EntityManager, mail: MailEntity, tokens: MailTokens): Promise<Content | null> {
    if (mail.kind === 'contact_message') {
      const message = await manager.findOneBy(ContactMessageEntity, { id: mail.id });
      return message && { content: contactMessageMail(message), extra: { replyTo: message.email } };
    }
    if (mail.kind === 'incident') return this.incident(manager, mail);
    if (mail.userId === null) return { content: this.withoutAccount(mail, tokens), extra: {} };
    const user = await manager.findOneBy(UserEntity, { id: mail.userId });
    const content = user && this.toAccount(mail, user.name, tokens);
    return content && { content, extra: {} };
  }

  private async incident(manager: EntityManager, { id }: MailEntity): Promise<Content | null> {
    const [found] = await manager.query<(IncidentText & { name: string | null })[]>(
      `SELECT i.subject, i.text, r.credits, cardinality(r.request_ids) AS jobs, u.name
         FROM incident_recipients r JOIN incident_mailings i ON i.id = r.mailing_id LEFT JOIN users u ON u.id = r.user_id
        WHERE r.id = $1`,
      [id],
    );
    return found ? { content: incidentMail(found.name, this.config.webUrl, found), extra: {} } : null;
  }

  private withoutAccount({ kind, details, createdAt }: MailEntity, tokens: MailTokens): MailContent {
    const { webUrl } = this.config;
    const { requestId = '', accountId = '', invitationId = '' } = details;
    switch (kind) {
      case 'alert':
        return alertMail(webUrl, details, createdAt);
      case 'operator_invitation':
        return operatorInvitationMail(webUrl, details, tokens.invitation(invitationId));
      case 'guest_access':
        return guestAccessMail(webUrl, requestId, tokens.guest(requestId, accountId));
      case 'receipt':
        return receiptMail(null, details, this.receiptLink(requestId, tokens.guest(requestId, accountId)));
      default: {
        const url = this.orderPage(requestId, tokens.guest(requestId, accountId));
        const text = 'Your order page is available for 30 days.';
        return refundMail(null, details, { label: 'See your order', url, text });
      }
    }
  }

  private orderPage(requestId: string, guestToken: string): string {
    return `${this.config.webUrl}/order/${requestId}?claim=${guestToken}`;
  }

  /** A video that was paid for directly has a page of its own; everything else is in the vault. */
  private receiptLink(requestId: string | undefined, guestToken?: string): ReceiptLink {
    const { webUrl } = this.config;
    if (!requestId) return { label: 'Open your Credit Vault', url: `${webUrl}/vault`, place: 'in your Credit Vault' };
    const url = guestToken ? this.orderPage(requestId, guestToken) : `${webUrl}/order/${requestId}`;
    return { label: 'See your order', url, place: 'on your order page' };
  }

  /** The statement lists neither a directly paid video nor a payment that granted no credits. */
  private refundLink({ requestId, reason }: MailEntity['details']): RefundMailLink {
    const { webUrl } = this.config;
    if (requestId) {
      return { label: 'Open your library', url: `${webUrl}/library`, text: 'Your videos are in your library.' };
    }
    const isListed = reason !== 'second_payment' && reason !== 'account_closed';
    const text = isListed
      ? 'You can download the credit note and the original invoice from your Credit Vault.'
      : 'Your purchases and invoices are in your Credit Vault.';
    return { label: 'Open your Credit Vault', url: `${webUrl}/vault`, text };
  }

  private toAccount(mail: MailEntity, name: string, tokens: MailTokens): MailContent | null {
    const { webUrl } = this.config;
    switch (mail.kind) {
      case 'confirm':
        return confirmMail(name, webUrl, tokens.link());
      case 'already_registered':
        return alreadyRegisteredMail(name, webUrl);
      case 'password_reset':
        return passwordResetMail(name, webUrl, tokens.link());
      case 'password_changed':
        return passwordChangedMail(name, webUrl, eventOf(mail));
      case 'export':
        return exportMail(name, webUrl, tokens.link());
      case 'account_deletion_started':
        return accountDeletionStartedMail(mail.details.name ?? name, webUrl);
      case 'account_deleted':
        return accountDeletedMail(mail.details.name ?? name, webUrl);
      case 'receipt':
        return receiptMail(name, mail.details, this.receiptLink(mail.details.requestId));
      case 'refund':
        return refundMail(name, mail.details, this.refundLink(mail.details));
      case 'request_finished':
        return requestFinishedMail(name, webUrl, mail.details);
      case 'new_sign_in':
        return newSignInMail(name, webUrl, eventOf(mail));
      // These go to people without an account, or to operators, or have their text in another table.
      case 'guest_access':
      case 'alert':
      case 'operator_invitation':
      case 'contact_message':
      case 'incident':
        return null;
    }
  }
}

function eventOf({ createdAt, details }: MailEntity): SecurityNotice {
  return { device: details.device ?? '', ip: details.ip ?? '', at: createdAt };
}
