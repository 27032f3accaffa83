import { billingPushes } from '@luit/contracts/billing/messages';
import type { MarkedMethods } from '../marked-methods';
import { RedisSubscriber } from '../redis/redis-subscriber';
import { PushSubscriber } from './push-subscriber';

describe('the push subscriber', () => {
  const marked = (count: number) =>
    ({
      find: () =>
        Array.from({ length: count }, () => ({ mark: billingPushes.balanceChanged, method: () => undefined })),
    }) as unknown as MarkedMethods;
  const subscriber = (handlers: number) => new PushSubscriber(new RedisSubscriber('', 'unused'), marked(handlers));

  it('rejects a second handler for a push', () => {
    const one = subscriber(1);
    one.onModuleInit();
    expect(one.discovered()).toEqual([billingPushes.balanceChanged.name]);
    expect(() => subscriber(2).onModuleInit()).toThrow('Two handlers for billing.balanceChanged');
  });
});
