import type { TaskOptions } from '@luit/contracts/generation/provider-tasks';
import { newTask } from '../test/tasks';
import { arkBody, defaultArkModels, seedOf } from './ark-models';
import { defaultFalModels, falRequest } from './fal-models';
import type { Submission } from './provider';
import { defaultReplicateModels, inputFor } from './replicate-models';

const OPTIONS: TaskOptions = {
  aspectRatio: '9:16',
  framing: null,
  seed: 7,
  negativePrompt: null,
  lastImageKey: null,
  extendedKey: null,
};
const [FIRST, LAST] = ['data:image/jpeg;base64,AAAA', 'data:image/jpeg;base64,BBBB'];

/** From a prompt, and from two images. */
function submissions(model: string, options = OPTIONS): [Submission, Submission] {
  const text = { task: newTask({ model, options }), image: null, lastImage: null };
  return [text, { task: newTask({ model, type: 'image_video', options }), image: FIRST, lastImage: LAST }];
}

describe('options at the vendors', () => {
  it('Replicate gets the ratio of a prompt, the seed, the last frame and the negative prompt', () => {
    const { seedance, zeroscope } = defaultReplicateModels;
    const [text, images] = submissions('seedance');
    expect(inputFor(seedance!, text)).toMatchObject({ aspect_ratio: '9:16', seed: 7 });
    const input = inputFor(seedance!, images);
    expect(input).toMatchObject({ image: FIRST, last_frame_image: LAST, seed: 7 });
    expect(input).not.toHaveProperty('aspect_ratio');
    const [avoiding] = submissions('zeroscope', { ...OPTIONS, negativePrompt: 'people' });
    expect(inputFor(zeroscope!, avoiding)).toMatchObject({ negative_prompt: 'people', seed: 7 });
  });

  it('fal gets the ratio of a prompt, the seed and the last frame', () => {
    const [text, images] = submissions('seedance');
    expect(falRequest(defaultFalModels, text)?.input).toMatchObject({ aspect_ratio: '9:16', seed: 7 });
    const input = falRequest(defaultFalModels, images)?.input;
    expect(input).toMatchObject({ image_url: FIRST, end_image_url: LAST, seed: 7 });
    expect(input).not.toHaveProperty('aspect_ratio');
  });

  it('ModelArk gets the ratio of a prompt and the last frame; its seed still identifies the task [SRV-13]', () => {
    const [text, images] = submissions('seedance');
    expect(arkBody(defaultArkModels, text)).toMatchObject({ ratio: '9:16', seed: seedOf(text.task) });
    const body = arkBody(defaultArkModels, images);
    expect(body).toMatchObject({
      seed: seedOf(images.task),
      content: [{ type: 'text' }, { role: 'first_frame' }, { role: 'last_frame', image_url: { url: LAST } }],
    });
    expect(body).not.toHaveProperty('ratio');
  });

  it('a task without options is submitted as before', () => {
    const plain = { task: newTask(), image: null };
    expect(inputFor(defaultReplicateModels.seedance!, plain)).toEqual({
      prompt: plain.task.prompt,
      duration: 5,
      resolution: '480p',
    });
  });
});
