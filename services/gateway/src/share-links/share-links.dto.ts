import { BooleanField, TimeField } from '../http/fields';

export class ShareLinkDto {
  @BooleanField({ description: 'Whether those who have the link may read the prompt' })
  showsPrompt!: boolean;

  @BooleanField({ description: 'Whether search engines may list the page' })
  isIndexed!: boolean;

  @TimeField({ isOptional: true, description: 'Null for a link that does not expire' })
  expiresAt?: string | null;
}
