import { USAGE_GROUPS, type UsageGroup } from '@luit/contracts/generation/usage';
import { ChoiceField, DayField } from '../../http/fields';

export class UsageQuery {
  @ChoiceField(USAGE_GROUPS, { default: 'day' })
  group_by: UsageGroup = 'day';

  @DayField({ isOptional: true, description: 'First day, in IST; by default 30 days that end with the last day' })
  from?: string;

  @DayField({ isOptional: true, description: 'Last day, in IST; today by default' })
  to?: string;
}
