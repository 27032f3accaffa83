import { BooleanField } from '../../http/fields';

export class TakedownSettingsDto {
  @BooleanField({ description: 'Return the credits of what is taken down, except for intimate imagery or child abuse' })
  returnsCredits!: boolean;
}
