import { MAX_PUSH_ENDPOINT, PUSH_AUTH, PUSH_KEY } from '@luit/contracts/auth/web-push';
import { TextField } from '../http/fields';

const NOT_VALID = 'The subscription of the browser is not valid.';

export class WebPushSubscriptionDto {
  @TextField({
    max: MAX_PUSH_ENDPOINT,
    pattern: /^https?:\/\//,
    message: NOT_VALID,
    description: 'Where the browser’s push service accepts messages',
  })
  endpoint!: string;

  @TextField({ max: 87, pattern: PUSH_KEY, message: NOT_VALID, description: 'Public key of the browser' })
  p256dh!: string;

  @TextField({ max: 22, pattern: PUSH_AUTH, message: NOT_VALID, description: 'Authentication secret of the browser' })
  auth!: string;
}
