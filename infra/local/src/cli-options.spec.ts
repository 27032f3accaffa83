import { parseCli } from './cli-options';

describe('parseCli', () => {
  it('defaults apply without flags and variables', () => {
    expect(parseCli([], {}, '/luit')).toEqual({ luitDir: '/luit/.luit', workers: 1, fresh: false, ports: {} });
  });

  it('flags take precedence over variables', () => {
    const env = { LUIT_PORT: '1', LUIT_REDIS_PORT: '2', LUIT_DIR: '/data' };
    expect(parseCli(['--workers', '3', '--fresh', '--port', '9000'], env, '/luit')).toEqual({
      luitDir: '/data',
      workers: 3,
      fresh: true,
      ports: { gateway: 9000, redis: 2 },
    });
  });

  it.each([
    [['--workers', 'many'], {}, '--workers must be a number up to 64, not "many".'],
    [[], { LUIT_SMTP_PORT: '70000' }, '--smtp-port or LUIT_SMTP_PORT must be a port, not "70000".'],
    [['--fresh', '--restore', 'x'], {}, '--fresh and --restore exclude each other'],
    [['--wrong'], {}, "Unknown option '--wrong'"],
  ])('invalid arguments %j with variables %j are rejected with an explanation', (argv, env, message) => {
    expect(() => parseCli(argv, env, '/luit')).toThrow(message);
  });
});
