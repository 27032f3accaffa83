import { HealthServer } from './health-server';

describe('the health server', () => {
  it('a check that fails makes the process not ready, and its metric says which one', async () => {
    const health = new HealthServer();
    let isReachable = true;
    health.addCheck('postgres', () => (isReachable ? Promise.resolve() : Promise.reject(new Error('unreachable'))));
    health.addCheck('redis', () => Promise.resolve());
    health.setReady(true);
    const port = await health.listen('127.0.0.1', 0);
    const read = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, text: await response.text() };
    };

    expect(await read('/health/ready')).toMatchObject({ status: 200 });
    expect((await read('/metrics')).text).toContain('luit_health_check_failed{check="postgres"} 0');

    isReachable = false;
    const refused = await read('/health/ready');
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toEqual({ status: 'not_ready', faults: { postgres: 'unreachable' } });
    const { text } = await read('/metrics');
    expect(text).toContain('luit_health_check_failed{check="postgres"} 1');
    expect(text).toContain('luit_health_check_failed{check="redis"} 0');
    await health.close();
  });
});
