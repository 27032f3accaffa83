import { EMAIL_REQUIRED, INPUT_LIMITS, LINK_INCOMPLETE, TOO_LONG } from '@luit/contracts/auth/limits';
import { OPERATOR_ROLES, type OperatorRole } from '@luit/contracts/auth/operator-permissions';
import { SignUpDto } from '../../accounts/accounts.dto';
import { BooleanField, ChoiceField, TextField } from '../../http/fields';
import { PickType } from '@nestjs/swagger';

const UNKNOWN_ROLE = 'Please choose a role';

export class OperatorInvitationDto {
  @TextField({ message: EMAIL_REQUIRED, max: INPUT_LIMITS.email, tooLong: TOO_LONG, example: 'mina@example.com' })
  email!: string;

  @ChoiceField(OPERATOR_ROLES, { message: UNKNOWN_ROLE })
  role!: OperatorRole;
}

export class OperatorChangeDto {
  @ChoiceField(OPERATOR_ROLES, { isOptional: true, message: UNKNOWN_ROLE })
  role?: OperatorRole;

  @BooleanField({ isOptional: true, description: 'A disabled operator is signed out and cannot sign in' })
  isDisabled?: boolean;
}

export class InvitationAcceptanceDto extends PickType(SignUpDto, ['name', 'password']) {
  @TextField({
    message: LINK_INCOMPLETE,
    max: INPUT_LIMITS.secret,
    tooLong: TOO_LONG,
    description: 'The token from the emailed link',
  })
  token!: string;
}
