import { WEBHOOK_FORMATS } from '@luit/contracts/alerts/alert-destinations';
import { INPUT_LIMITS } from '@luit/contracts/auth/limits';
import { ChoiceField, TextField } from '../../http/fields';

const KINDS = ['mail', 'webhook'] as const;

export class AlertDestinationDto {
  @ChoiceField(KINDS, { message: 'kind must be mail or webhook' })
  kind!: (typeof KINDS)[number];

  @TextField({ isOptional: true, max: INPUT_LIMITS.email, description: 'Email address; for kind `mail`' })
  address?: string;

  @TextField({ isOptional: true, max: 1_000, description: 'https URL; for kind `webhook`' })
  url?: string;

  @ChoiceField(WEBHOOK_FORMATS, { isOptional: true, message: 'format must be json or slack' })
  format?: (typeof WEBHOOK_FORMATS)[number];
}
