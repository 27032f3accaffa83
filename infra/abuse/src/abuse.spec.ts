import { type CampaignResult, runCampaign } from './campaign';
import { CORPUS } from './corpus/corpus';
import { FLOODS } from './floods/floods';

const MIN_INPUTS = 300;
const MIN_FLOODS = 20;

/** Three other workers of jest share the machine. Unbounded bodies once made the other client wait for 35 s. */
const TIME_FACTOR = 6;

/** The short form of `npm run test:abuse`: the whole corpus, and the floods that harmed others most, for a second and a half each. */
describe('a stack under attack, while another client works', () => {
  let result: CampaignResult;

  beforeAll(async () => {
    result = await runCampaign({ isShort: true, parts: [], timeFactor: TIME_FACTOR });
  }, 300_000);

  it('answers each hostile input quickly, in its envelope and without a 5xx', () => {
    expect(
      result.corpus.flatMap(({ family, failures }) => failures.map((failure) => ({ family, ...failure }))),
    ).toEqual([]);
  });

  it('keeps the other client’s p99 under 3 s and its answers right while the corpus is sent', () => {
    expect(result.bystanderFaults).toEqual([]);
  });

  it.each(FLOODS.filter(({ isShort }) => isShort).map(({ name }) => name))('stands the flood %s', (name) => {
    const outcome = result.floods.find((flood) => flood.name === name);
    expect({ faults: outcome?.faults, answers: outcome?.answers }).toEqual({ faults: [], answers: outcome?.answers });
  });

  it('has a corpus of 300 inputs and 20 floods', () => {
    const sent = result.corpus.reduce((sum, report) => sum + report.sent, 0);
    expect(result.corpus).toHaveLength(CORPUS.length);
    expect(sent).toBeGreaterThanOrEqual(MIN_INPUTS);
    expect(FLOODS.length).toBeGreaterThanOrEqual(MIN_FLOODS);
  });
});
