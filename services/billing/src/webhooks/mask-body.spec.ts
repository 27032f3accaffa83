import { maskBody } from './mask-body';

describe('the stored body of a webhook', () => {
  it('keeps ids, amounts and states, and masks everyone’s data', () => {
    const payment = {
      id: 'pay_1',
      order_id: 'order_1',
      amount: 9_900,
      status: 'captured',
      email: 'asha@example.com',
      contact: '+919999999999',
      vpa: 'asha@upi',
      card_id: 'card_1',
      card: { id: 'card_1', name: 'Asha Das', last4: '1111', network: 'Visa' },
      notes: { address: 'Fancy Bazaar, Guwahati' },
      error_description: 'asha@example.com was refused',
      invented_later: 'Asha Das',
      fee: null,
    };
    expect(
      maskBody({ event: 'payment.captured', contains: ['payment'], payload: { payment: { entity: payment } } }),
    ).toEqual({
      event: 'payment.captured',
      contains: ['payment'],
      payload: {
        payment: {
          entity: {
            id: 'pay_1',
            order_id: 'order_1',
            amount: 9_900,
            status: 'captured',
            email: '[masked]',
            contact: '[masked]',
            vpa: '[masked]',
            card_id: '[masked]',
            card: '[masked]',
            notes: '[masked]',
            error_description: '[masked]',
            invented_later: '[masked]',
            fee: null,
          },
        },
      },
    });
  });

  it('is bounded for hostile shapes', () => {
    const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ payload: inner }), {
      email: 'asha@example.com',
    });
    expect(JSON.stringify(maskBody(deep))).not.toContain('asha');
    expect(maskBody(['asha@example.com', { name: 'Asha' }])).toEqual(['[masked]', { name: '[masked]' }]);
    expect(maskBody('asha@example.com')).toBe('[masked]');
    expect(maskBody({ id: 'nul\0' })).toEqual({ id: '[masked]' });
  });
});
