import {
  INPUT_LIMITS,
  MAX_NOTE_CHARACTERS,
  NOTE_REQUIRED,
  SEARCH_TOO_LONG,
  TOO_LONG,
} from '@luit/contracts/auth/limits';
import type { UserSort } from '@luit/contracts/auth/user-directory';
import { userStatus, type UserStatus } from '@luit/contracts/auth/users';
import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import { IntersectionType } from '@nestjs/swagger';
import { ChoiceField, ConfirmationField, IntegerField, ReasonField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const SORTS: UserSort[] = ['email', '-email', 'created_at', '-created_at', 'last_sign_in_at', '-last_sign_in_at'];
const CREDITS = { message: 'Credits must be a whole number from 0 to 1,000,000,000', min: 0, max: MAX_CREDITS };
const REASON = { isOptional: true, max: INPUT_LIMITS.reason, description: 'Reason for the audit log' };

export class BlockDto {
  @ReasonField()
  reason!: string;
}

export class SignOutUserDto {
  @ReasonField()
  reason!: string;
}

export class RevokeApiKeyDto {
  @ReasonField()
  reason!: string;
}

export class ViewUserDto {
  @ReasonField()
  reason!: string;
}

export class NoteDto {
  @TextField({
    max: MAX_NOTE_CHARACTERS,
    message: NOTE_REQUIRED,
    tooLong: TOO_LONG,
    description: 'Plain text for other operators',
  })
  text!: string;
}

export class UserFilter {
  @TextField({
    isOptional: true,
    max: INPUT_LIMITS.search,
    tooLong: SEARCH_TOO_LONG,
    description: 'A part of the email address, or the id',
  })
  q?: string;

  @ChoiceField(userStatus.options, { isOptional: true, message: 'Unknown account status' })
  status?: UserStatus;

  @ChoiceField(SORTS, { isOptional: true, default: '-created_at', message: 'Users cannot be sorted by this' })
  sort?: UserSort;
}

export class UsersQuery extends IntersectionType(IdPageQuery, UserFilter) {}

export class CreditsDto {
  @IntegerField({ ...CREDITS, description: 'The new balance', example: 100 })
  credits!: number;

  @IntegerField({ ...CREDITS, isOptional: true, description: 'The balance before the change; 409 if it has changed' })
  expectedCredits?: number;

  @TextField({ ...REASON, default: 'admin adjustment' })
  reason?: string;

  @ConfirmationField()
  confirmation?: string;
}
