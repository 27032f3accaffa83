import { LuitError } from '@luit/contracts/errors';
import { type Choice, keptValues } from '@luit/contracts/generation/catalog/choices';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { takenValues } from '@luit/contracts/generation/catalog/taken-values';
import { choices, videoEntries } from '@luit/contracts/generation/catalog/testing/arbitrary-entries';
import { vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { OfferedModel } from '@luit/contracts/generation/models';
import type { NewRequest, RequestRecord } from '@luit/contracts/generation/requests';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const ID = 'zeroscope';
const ENTRIES = 4;
const CHOICES = 40;

describe('random entries and choices', () => {
  let app: GenerationTestApp;
  const seed = Date.now();

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000, userConcurrency: 1_000 });
  });
  afterAll(() => app.close());

  /** Publishes an entry as a model that is on sale, made by the provider that the test accepts. */
  const publish = async (entry: ModelEntry, expectedRevision: number): Promise<OfferedModel> => {
    const routes = entry.routes.map((route, i) => ({ ...route, provider: i === 0 ? 'replicate' : 'fal' }));
    const published = { ...entry, id: ID, routes, name: `Model ${expectedRevision}` };
    const publication = { expectedRevision, reason: 'A random entry', needsApproval: false };
    await app.call(operationsCalls.publishModel, { adminId: uuidv7(), id: ID, entry: published, ...publication });
    return eventually(async () => {
      const { models } = await app.call(generationCalls.listModels, {});
      const model = models.find(({ id }) => id === ID)!;
      expect(model.name).toBe(published.name);
      return model;
    });
  };

  const requestOf = ({ start, hasLastImage, references = 0, values }: Choice): Partial<NewRequest> => ({
    ...{ model: ID, duration: undefined, ...values, prompt: values.prompt?.trim() || 'A boat' },
    ...(start === 'image' && !references && { type: 'image_video', imageKey: `uploads/${uuidv7()}.png` }),
    ...(hasLastImage && { lastImageKey: `uploads/${uuidv7()}.png` }),
    ...(references > 0 && { referenceKeys: Array.from({ length: references }, () => `uploads/${uuidv7()}.png`) }),
  });

  /** What the choice costs by the rule that forms and programs use; the code of its refusal otherwise. */
  const priceIn = (model: OfferedModel, choice: Choice): number | string => {
    try {
      return priceOf(model.price, takenValues(model, model.choices[choice.start], choice));
    } catch (error) {
      if (error instanceof LuitError) return error.code;
      throw error;
    }
  };

  const made = async (request: Partial<NewRequest>): Promise<RequestRecord | string> => {
    try {
      return await app.create(request);
    } catch (error) {
      if (error instanceof LuitError) return error.code;
      throw error;
    }
  };

  it('form, quote, charge and refund agree on validity and price', async () => {
    let accepted = 0;
    for (const [i, entry] of fc.sample(videoEntries, { numRuns: ENTRIES, seed }).entries()) {
      const model = await publish(entry, i + 1);
      for (const sampled of fc.sample(choices, { numRuns: CHOICES, seed: seed + i })) {
        // Every second choice is what a form would send.
        const offer = model.choices[sampled.start];
        const prompt = sampled.values.prompt?.trim() || 'A boat';
        const isForm = offer && sampled.values.duration! % 2 === 0;
        const values = isForm ? keptValues(offer, sampled.values) : sampled.values;
        const images = isForm ? { hasLastImage: false, references: 0 } : {};
        const choice: Choice = { ...sampled, ...images, values: { ...values, prompt } };
        // Without an image, nothing has these.
        if (choice.start === 'text') Object.assign(choice, { hasLastImage: false, references: 0 });
        // References stand in for a first frame, without which there is no last one.
        if (choice.references) Object.assign(choice, { hasLastImage: false });
        if ((choice.start === 'text' || choice.references) && choice.values.aspectRatio === 'original') continue;
        // Bodies refuse these before a model is known.
        if (choice.values.seed === -1 || choice.values.duration === 0) continue;
        const expected = priceIn(model, choice);
        const record = await made(requestOf(choice));
        const found = typeof record === 'string' ? record : record.credits;
        expect({ seed, choice, found }).toEqual({ seed, choice, found: expected });
        if (typeof record === 'string') continue;
        accepted += 1;
        await (accepted % 2 === 0 ? checkRefund(record) : checkTask(record));
      }
    }
    expect(accepted).toBeGreaterThan(0);
  });

  /** The hold is the price, and a canceled job returns it. */
  async function checkRefund({ id, userId, credits }: RequestRecord): Promise<void> {
    expect(app.billing.holds.get(id)).toMatchObject({ credits });
    await app.call(generationCalls.cancelRequest, { userId, requestId: id });
    expect(await app.settled(id)).toMatchObject([{ outcome: 'canceled', credits }]);
  }

  /** The task has every value that the record shows, and its vendor gets them. */
  async function checkTask({ id, duration, resolution, options }: RequestRecord): Promise<void> {
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    const { task } = claim;
    const { cameraMotion: _motion, style: _style, extendOf: _video, seed: drawn, ...asked } = options!;
    expect(task).toMatchObject({ duration, resolution, options: asked });
    const { sound, strength } = asked;
    const values = { ...task.options, prompt: task.prompt, duration, resolution };
    const input = vendorInput(task.route!, { ...values, references: undefined });
    expect(input).toMatchObject({
      ...{ watermark: false, prompt: task.prompt, resolution },
      ...(task.route!.fields.seed !== undefined && { seed: drawn }),
      ...(task.route!.fields.sound !== undefined && { generate_audio: sound }),
      ...(task.route!.fields.strength !== undefined && { strength: strength! / 100 }),
    });
  }
});
