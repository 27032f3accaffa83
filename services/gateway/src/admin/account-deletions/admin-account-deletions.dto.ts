import { BooleanField, ReasonField } from '../../http/fields';

export class AdminAccountDeletionDto {
  @ReasonField()
  reason!: string;

  @BooleanField({
    isOptional: true,
    default: true,
    message: 'refund must be true or false',
    description: 'Whether unused credits are refunded to their payment method',
  })
  refund?: boolean;
}
