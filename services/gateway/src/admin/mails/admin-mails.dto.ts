import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { MAIL_KINDS, MAIL_STATES, type MailKind, type MailState } from '@luit/contracts/auth/mails';
import { ChoiceField, ReasonField, TextField, TimeField } from '../../http/fields';
import { PageQuery } from '../../http/page-query';

export class MailsQuery extends PageQuery {
  @TextField({
    isOptional: true,
    max: INPUT_LIMITS.email,
    description: 'The recipient’s address, or the id of the email, its user or its order',
  })
  q?: string;

  @ChoiceField(MAIL_STATES, { isOptional: true, description: '`expired`: its link was used or has expired' })
  state?: MailState;

  @ChoiceField(MAIL_KINDS, { isOptional: true })
  kind?: MailKind;

  @TimeField({ isOptional: true, description: 'Queued at this time or later' })
  from?: string;

  @TimeField({ isOptional: true, description: 'Queued before this time' })
  to?: string;
}

export class MailResendDto {
  @ReasonField()
  reason!: string;
}
