import { deadLetterAlert } from './dead-letter-alert';

describe('the alert of dead letters', () => {
  it('names the service that could not handle the messages', () => {
    expect(deadLetterAlert('billing', 2, 'mail, generation.requestSettled')).toMatchObject({
      subject: 'billing',
      summary: 'Billing could not handle 2 messages and set them aside: mail, generation.requestSettled.',
    });
    expect(deadLetterAlert('auth', 1, 'mail').summary).toBe('Auth could not handle 1 message and set it aside: mail.');
  });
});
