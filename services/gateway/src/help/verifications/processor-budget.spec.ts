import { ProcessorBudget } from './processor-budget';

describe('the processor time of verifications', () => {
  let time = 0;
  const lane = (host: string, network = 'n') => ({ host, network });
  const spend = (budget: ProcessorBudget, host: string, ms: number, network?: string) =>
    budget.spend(lane(host, network), () => Promise.resolve((time += ms)));

  it('an address waits after its files took a minute, and others do not', async () => {
    const budget = new ProcessorBudget(() => time);
    await spend(budget, 'a', 30_000);
    await spend(budget, 'a', 80_000);
    await expect(spend(budget, 'a', 1)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 41 });
    await spend(budget, 'b', 1);
    time += 41_000;
    await spend(budget, 'a', 1);
  });

  it('the addresses of a network share four such budgets', async () => {
    const budget = new ProcessorBudget(() => time);
    await Promise.all(['a', 'b', 'c', 'd'].map((host) => spend(budget, host, 70_000)));
    expect(() => budget.assertLeft(lane('e'))).toThrow('took a lot of time');
    expect(() => budget.assertLeft(lane('e', 'another'))).not.toThrow();
  });

  it('failed work costs its time', async () => {
    const budget = new ProcessorBudget(() => time);
    const failing = budget.spend(lane('a'), () => Promise.reject(new Error(String((time += 90_000)))));
    await expect(failing).rejects.toThrow();
    expect(() => budget.assertLeft(lane('a'))).toThrow('took a lot of time');
  });
});
