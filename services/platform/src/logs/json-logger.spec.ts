import { Writable } from 'node:stream';
import { addLogFields, withCorrelation } from '../tracing/correlation';
import { createPino, JsonLogger } from './json-logger';

function capture(): { logger: JsonLogger; lines: () => Record<string, unknown>[] } {
  const chunks: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return {
    logger: new JsonLogger(createPino({ service: 'auth', instance: 'auth-1', level: 'info' }, sink)),
    lines: () => chunks.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

describe('logging [SRV-20]', () => {
  it('a log line is JSON with service, context and correlation id', () => {
    const { logger, lines } = capture();
    withCorrelation('c-1', () => logger.log({ msg: 'Signed in', userId: 'u1' }, 'SessionsService'));
    expect(lines()[0]).toMatchObject({
      level: 'info',
      service: 'auth',
      msg: 'Signed in',
      userId: 'u1',
      context: 'SessionsService',
      correlationId: 'c-1',
    });
  });

  it('secrets, tokens and prompts are redacted at any depth', () => {
    const { logger, lines } = capture();
    logger.log({
      msg: 'x',
      password: 'p1',
      request: { headers: { authorization: 'Bearer t1', cookie: 'c1' } },
      body: { prompt: 'a cat', token: 't2' },
    });
    const text = JSON.stringify(lines());
    for (const secret of ['p1', 't1', 't2', 'c1', 'a cat']) expect(text).not.toContain(`${secret}"`);
  });

  it('secrets in lists are redacted', () => {
    const { logger, lines } = capture();
    logger.log({ msg: 'x', rows: [{ prompt: 'a cat', id: 17 }, 'text'] });
    expect(lines()[0]).toMatchObject({ rows: [{ prompt: '[redacted]', id: 17 }, 'text'] });
  });

  it('email addresses and tokens in texts of other programs are removed', () => {
    const { logger, lines } = capture();
    const token = `eyJ${'0'.repeat(20)}.${'a'.repeat(40)}.${'b'.repeat(40)}`;
    logger.warn({ msg: 'Mail rejected', reason: '550 5.1.1 <some.one+tag@mail.example.com> unknown' });
    logger.error({ msg: 'Call failed', err: new Error(`postgres://luit:password@db.example.com with ${token}`) });
    const text = JSON.stringify(lines());
    for (const secret of ['some.one', 'mail.example', 'password', token]) expect(text).not.toContain(secret);
    expect(lines()[0]).toMatchObject({ reason: '550 5.1.1 <[redacted]> unknown' });
  });

  it('a line contains the ids of what the current work is about', () => {
    const { logger, lines } = capture();
    withCorrelation('c-1', () => {
      addLogFields({ orderId: 'o-1' });
      addLogFields({ paymentId: 'p-1' });
      logger.log({ msg: 'Payment settled' });
    });
    logger.log({ msg: 'Something else' });
    expect(lines()).toMatchObject([{ correlationId: 'c-1', orderId: 'o-1', paymentId: 'p-1' }, {}]);
    expect(lines()[1]).not.toHaveProperty('orderId');
  });

  it('a failed SQL statement is logged without its parameters', () => {
    const { logger, lines } = capture();
    const failed = Object.assign(new Error('duplicate key'), {
      code: '23505',
      parameters: ['someone@example.com'],
      driverError: { detail: 'Key (email)=(someone@example.com)' },
    });
    logger.error({ msg: 'Call failed', err: failed }, 'CallServer');
    expect(lines()[0]).toMatchObject({ err: { message: 'duplicate key', code: '23505' } });
    expect(JSON.stringify(lines())).not.toContain('someone@example.com');
  });

  it('an error is logged with its stack', () => {
    const { logger, lines } = capture();
    logger.error({ msg: 'Call failed', err: new Error('boom') }, 'CallServer');
    expect(lines()[0]).toMatchObject({ err: { message: 'boom', stack: expect.stringContaining('json-logger.spec') } });
  });
});
