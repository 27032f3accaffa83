import { asRedisUser } from '../testing/redis';
import { parseRedisAddress, redisAddressFault } from './redis-address';

describe('the address of Redis', () => {
  it('names one server', () => {
    expect(parseRedisAddress('redis://auth:p%40ss@redis.internal')).toEqual({
      kind: 'single',
      nodes: [{ host: 'redis.internal', port: 6_379 }],
      username: 'auth',
      password: 'p@ss',
      database: 0,
    });
    expect(parseRedisAddress('rediss://[::1]:7000/2')).toMatchObject({
      nodes: [{ host: '::1', port: 7_000 }],
      database: 2,
      tls: { ca: undefined },
    });
  });

  it('names Sentinels and the primary that they know', () => {
    const url =
      'rediss+sentinel://auth:secret@one:26379,[::1]:26380,three/luit?sentinelUser=watch&sentinelPassword=s%26s';
    expect(parseRedisAddress(url)).toEqual({
      kind: 'sentinel',
      nodes: [
        { host: 'one', port: 26_379 },
        { host: '::1', port: 26_380 },
        { host: 'three', port: 26_379 },
      ],
      username: 'auth',
      password: 'secret',
      database: 0,
      tls: { ca: undefined },
      sentinel: { primary: 'luit', username: 'watch', password: 's&s' },
    });
  });

  it.each([
    ['http://redis', /must begin with redis:/],
    ['redis', /is not a URL/],
    ['redis://one,two', /names several hosts/],
    ['redis://one/queue', /not the number of a database/],
    ['redis://one?family=6', /unknown parameter, family/],
    ['redis+cluster://one,two/1', /has only database 0/],
    ['redis+sentinel://one,two', /does not name the primary/],
    ['redis+sentinel://one,two:x/luit', /invalid host, two:x/],
  ])('%s is refused', (url, fault) => expect(redisAddressFault(url)).toMatch(fault));

  it('keeps everything but the user when a test connects as another one', () => {
    const url = 'redis+sentinel://operations:of-every-test-user@one,two/luit';
    expect(asRedisUser('auth', url)).toBe('redis+sentinel://auth:of-every-test-user@one,two/luit');
  });
});
