import { generationCalls } from '@luit/contracts/generation/messages';
import { GenerationTestApp } from '../test/generation-test-app';

describe('models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  it('list what they support, and how long they take once five jobs were measured', async () => {
    for (const run of [1, 2, 3, 4, 5]) {
      const { id } = await app.create();
      await app.submit(id);
      await app.succeed(id);
      await app.set(id, `submitted_at = completed_at - ${run * 10} * interval '1 second'`);
    }
    const other = await app.create({ model: 'stableVideo' });
    await app.submit(other.id);
    await app.succeed(other.id);
    const { models } = await app.call(generationCalls.listModels, {});
    expect(models.map(({ id, creditFactor }) => [id, creditFactor])).toEqual([
      ['seedance', 1],
      ['stableVideo', 1.2],
      ['zeroscope', 1.5],
    ]);
    const [seedance, stableVideo, zeroscope] = models;
    const ratios = ['16:9', '9:16', '1:1'];
    expect(seedance?.choices.text?.parameters).toEqual({
      prompt: { maxCharacters: 2_000 },
      duration: { values: [5, 10], default: 5 },
      resolution: { values: ['480p', '720p'], default: '480p' },
      aspectRatio: { values: ratios, default: '16:9' },
      seed: {},
    });
    expect(seedance?.choices.image).toMatchObject({
      hasLastImage: true,
      references: 0,
      parameters: { aspectRatio: { values: [...ratios, 'original'] } },
    });
    expect(zeroscope?.choices).toMatchObject({
      text: { parameters: { negativePrompt: { maxCharacters: 500 } } },
      image: null,
    });
    expect(seedance?.typicalSeconds).toEqual({ p50: 30, p90: 46 });
    expect([stableVideo?.typicalSeconds, zeroscope?.typicalSeconds]).toEqual([null, null]);
  });
});
