import { Writable } from 'node:stream';
import { withCorrelation } from './tracing/correlation';
import { createPino, JsonLogger } from './logging';

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
    expect(lines()[0]).toMatchObject({ err: { message: 'boom', stack: expect.stringContaining('logging.spec') } });
  });
});
