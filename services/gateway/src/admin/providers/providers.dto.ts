import { ReasonField } from '../../http/fields';

export class ProviderRotationDto {
  @ReasonField()
  reason!: string;
}
