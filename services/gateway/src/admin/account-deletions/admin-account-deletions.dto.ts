import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { BooleanField, TextField } from '../../http/fields';

export class AdminAccountDeletionDto {
  @TextField({ isOptional: true, max: INPUT_LIMITS.reason, description: 'Reason for the audit log' })
  reason?: string;

  @BooleanField({
    isOptional: true,
    default: true,
    message: 'refund must be true or false',
    description: 'Whether unused credits are refunded to their payment method',
  })
  refund?: boolean;
}
