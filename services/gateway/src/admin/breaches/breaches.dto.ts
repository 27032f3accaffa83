import {
  BREACH_SELECTIONS,
  BREACH_TEXT_REQUIRED,
  BREACH_TITLE_REQUIRED,
  type BreachSelectionKind,
  MAX_BREACH_ACCOUNTS_TEXT,
  MAX_BREACH_NOTICE,
  MAX_BREACH_TEXT,
  MAX_BREACH_TITLE,
  NOTICE_REQUIRED,
  NOTICED_BY_REQUIRED,
} from '@luit/contracts/auth/breach-limits';
import { breachAction, type BreachAction } from '@luit/contracts/auth/breaches';
import { INPUT_LIMITS, TOO_LONG } from '@luit/contracts/auth/limits';
import { ChoiceField, ReasonField, TextField, TimeField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

export class BreachesQuery extends IdPageQuery {}

export class BreachDto {
  @TextField({ max: MAX_BREACH_TITLE, message: BREACH_TITLE_REQUIRED, tooLong: TOO_LONG })
  title!: string;

  @TextField({ max: MAX_BREACH_TEXT, message: BREACH_TEXT_REQUIRED, tooLong: TOO_LONG, description: 'What happened' })
  description!: string;

  @TextField({ max: INPUT_LIMITS.reason, message: NOTICED_BY_REQUIRED, tooLong: TOO_LONG })
  noticedBy!: string;

  @TimeField({ description: 'The clocks of 6 and 72 hours start at this time' })
  noticedAt!: string;
}

export class BreachAccountsDto {
  @ChoiceField(BREACH_SELECTIONS, {
    description:
      '`accounts`: a list; `sessions`: sessions in use from `from` until `to`; `operator`: what an operator read in that time; `all`',
  })
  kind!: BreachSelectionKind;

  @TextField({
    isOptional: true,
    max: MAX_BREACH_ACCOUNTS_TEXT,
    description: 'Ids and email addresses, separated by spaces, commas or lines',
  })
  accounts?: string;

  @TextField({ isOptional: true, max: INPUT_LIMITS.email, description: 'Email address of the operator' })
  operator?: string;

  @TimeField({ isOptional: true })
  from?: string;

  @TimeField({ isOptional: true })
  to?: string;
}

export class ClearBreachAccountsDto {
  @ReasonField()
  reason!: string;
}

export class BreachNoticeDto {
  @TextField({ max: MAX_BREACH_NOTICE, message: NOTICE_REQUIRED, tooLong: TOO_LONG })
  text!: string;
}

export class SendBreachNoticeDto {
  @TextField({ max: 20, description: 'The number of accounts to email, repeated to confirm it' })
  confirmation!: string;

  @ReasonField()
  reason!: string;
}

export class BreachEventDto {
  @ChoiceField(breachAction.options)
  action!: BreachAction;

  @ReasonField()
  text!: string;
}
