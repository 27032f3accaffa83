import { CONSENT_VERSIONS, UNKNOWN_NOTICE_VERSION } from '@luit/contracts/auth/consent-notices';
import { LANGUAGES, type Language, UNKNOWN_LANGUAGE } from '@luit/contracts/auth/languages';
import {
  CURRENT_PASSWORD_REQUIRED,
  EMAIL_REQUIRED,
  INPUT_LIMITS,
  LINK_INCOMPLETE,
  MAX_NAME_CHARACTERS,
  NAME_REQUIRED,
  NAME_TOO_LONG,
  PASSWORD_REQUIRED,
  TOO_LONG,
} from '@luit/contracts/auth/limits';
import { BooleanField, ChoiceField, TextField } from '../http/fields';

const SHOWN = { isOptional: true, message: UNKNOWN_NOTICE_VERSION };

export class EmailDto {
  @TextField({ message: EMAIL_REQUIRED, max: INPUT_LIMITS.email, tooLong: TOO_LONG, example: 'asha@example.com' })
  email!: string;
}

export class SignInDto extends EmailDto {
  @TextField({ message: PASSWORD_REQUIRED, max: INPUT_LIMITS.secret, tooLong: TOO_LONG })
  password!: string;
}

export class SignUpDto extends SignInDto {
  @TextField({ message: NAME_REQUIRED, max: MAX_NAME_CHARACTERS, tooLong: NAME_TOO_LONG, example: 'Asha' })
  name!: string;

  @ChoiceField(LANGUAGES, {
    isOptional: true,
    message: UNKNOWN_LANGUAGE,
    description: 'Of the account’s emails and notifications; English by default',
  })
  language?: Language;

  @ChoiceField(CONSENT_VERSIONS.terms, { ...SHOWN, description: 'Which terms were shown; the current ones by default' })
  termsVersion?: (typeof CONSENT_VERSIONS.terms)[number];

  @ChoiceField(CONSENT_VERSIONS.privacy, {
    ...SHOWN,
    description: 'Which privacy policy was shown; the current one by default',
  })
  privacyVersion?: (typeof CONSENT_VERSIONS.privacy)[number];

  @ChoiceField(CONSENT_VERSIONS.age, {
    ...SHOWN,
    description: 'Which statement about the user’s age was shown; the current one by default',
  })
  ageVersion?: (typeof CONSENT_VERSIONS.age)[number];

  @BooleanField({ isOptional: true, description: 'Whether the user wants emails about offers; no by default' })
  marketing?: boolean;
}

export class LinkDto {
  @TextField({
    message: LINK_INCOMPLETE,
    max: INPUT_LIMITS.secret,
    tooLong: TOO_LONG,
    description: 'The token from the emailed link',
  })
  token!: string;
}

export class ConfirmDto extends LinkDto {
  @TextField({
    message: PASSWORD_REQUIRED,
    isOptional: true,
    max: INPUT_LIMITS.secret,
    tooLong: TOO_LONG,
    description: 'Required if the link is opened on a device other than the one used to sign up',
  })
  password?: string;
}

export class PasswordDto {
  @TextField({ message: PASSWORD_REQUIRED, max: INPUT_LIMITS.secret, tooLong: TOO_LONG })
  password!: string;
}

export class NewPasswordDto extends PasswordDto {
  @TextField({
    message: CURRENT_PASSWORD_REQUIRED,
    isOptional: true,
    max: INPUT_LIMITS.secret,
    tooLong: TOO_LONG,
    description: 'Required in a normal session, but not after a password reset link',
  })
  currentPassword?: string;
}

export class RefreshDto {
  @TextField({ isOptional: true, max: INPUT_LIMITS.secret, description: 'For clients without cookies' })
  refresh_token?: string;
}

const SCOPES = ['local', 'others', 'global'] as const;

export class SignOutDto {
  @ChoiceField(SCOPES, { isOptional: true, message: 'scope must be local, others or global' })
  scope?: (typeof SCOPES)[number];
}
