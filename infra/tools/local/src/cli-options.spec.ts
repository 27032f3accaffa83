import { readCliOptions } from './cli-options';

describe('readCliOptions', () => {
  it('defaults apply without flags and variables', () => {
    expect(readCliOptions({}, {}, '/luit')).toEqual({ luitDir: '/luit/.luit', workers: 1, fresh: false, ports: {} });
  });

  it('flags take precedence over variables', () => {
    const env = { LUIT_PORT: '1', LUIT_REDIS_PORT: '2', LUIT_DIR: '/data' };
    expect(readCliOptions({ workers: '3', fresh: true, port: '9000' }, env, '/luit')).toEqual({
      luitDir: '/data',
      workers: 3,
      fresh: true,
      ports: { gateway: 9000, redis: 2 },
    });
  });

  it.each([
    [{ workers: 'many' }, {}, '--workers must be a number up to 64, not "many".'],
    [{}, { LUIT_SMTP_PORT: '70000' }, '--smtp-port or LUIT_SMTP_PORT must be a port, not "70000".'],
    [{ fresh: true, restore: 'x' }, {}, '--fresh and --restore exclude each other'],
  ])('invalid flags %j with variables %j are rejected with an explanation', (flags, env, message) => {
    expect(() => readCliOptions(flags, env, '/luit')).toThrow(message);
  });
});
