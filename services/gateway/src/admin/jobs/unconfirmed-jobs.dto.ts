import { ReasonField } from '../../http/fields';

export class DeclareLostDto {
  @ReasonField()
  reason!: string;
}
