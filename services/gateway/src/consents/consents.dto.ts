import { CONSENT_NOTICES, UNKNOWN_NOTICE, UNKNOWN_NOTICE_VERSION } from '@luit/contracts/auth/consent-notices';
import { BooleanField, ChoiceField, DayField } from '../http/fields';

const SOURCES = ['account', 'banner'] as const;

export class ConsentDto {
  @ChoiceField(CONSENT_NOTICES, { message: UNKNOWN_NOTICE })
  notice!: (typeof CONSENT_NOTICES)[number];

  @DayField({ message: UNKNOWN_NOTICE_VERSION, description: 'The version that the user was shown' })
  version!: string;

  @BooleanField({ description: 'False withdraws, which only marketing allows' })
  given!: boolean;

  @ChoiceField(SOURCES, { message: 'source must be account or banner', description: 'Where the user decided' })
  source!: (typeof SOURCES)[number];
}
