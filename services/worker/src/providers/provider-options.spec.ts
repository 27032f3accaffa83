import { newOptions, newTask } from '../test/tasks';
import { arkBody, seedOf } from './ark-wire';
import type { Submission } from '@luit/engines/engine';
import { inputOf } from '@luit/engines/submission-input';

const OPTIONS = newOptions({ aspectRatio: '9:16', seed: 7 });
const [FIRST, LAST] = ['data:image/jpeg;base64,AAAA', 'data:image/jpeg;base64,BBBB'];

/** From a prompt, and from two images. */
function submissions(provider: string, model = 'seedance', options = OPTIONS): [Submission, Submission] {
  const text = { task: newTask({ provider, model, options }), image: null, lastImage: null };
  const images = { task: newTask({ provider, model, type: 'image_video', options }), image: FIRST, lastImage: LAST };
  return [text, images];
}

function input(submission: Submission): Record<string, unknown> {
  return inputOf(submission, submission.task.route!);
}

describe('options at the vendors', () => {
  it('Replicate gets the ratio of a prompt, the seed, the last frame and the negative prompt', () => {
    const [text, images] = submissions('replicate');
    const common = { duration: 5, resolution: '480p', seed: 7 };
    const silent = { ...common, generate_audio: false };
    expect(input(text)).toEqual({ ...silent, prompt: text.task.prompt, aspect_ratio: '9:16' });
    const frames = { image: FIRST, last_frame_image: LAST, aspect_ratio: '9:16' };
    expect(input(images)).toEqual({ ...silent, prompt: images.task.prompt, ...frames });
    const [avoiding] = submissions('replicate', 'zeroscope', { ...OPTIONS, negativePrompt: 'people' });
    const shape = { num_frames: 40, fps: 8, width: 480, height: 856, seed: 7 };
    expect(input(avoiding)).toEqual({ ...shape, prompt: avoiding.task.prompt, negative_prompt: 'people' });
  });

  it('fal gets the ratio of a prompt, the seed, the last frame, and the seconds as a text', () => {
    const [text, images] = submissions('fal');
    const common = { duration: '5', resolution: '480p', seed: 7, generate_audio: false };
    expect(input(text)).toEqual({ ...common, prompt: text.task.prompt, aspect_ratio: '9:16' });
    const frames = { image_url: FIRST, end_image_url: LAST };
    expect(input(images)).toEqual({ ...common, prompt: images.task.prompt, ...frames });
  });

  it('ModelArk gets the ratio of a prompt and the last frame; its seed still identifies the task [SRV-13]', () => {
    const [text, images] = submissions('ark');
    const bodyOf = (submission: Submission) => arkBody(submission.task, submission.task.route!, input(submission));
    const common = { duration: 5, resolution: '480p', watermark: false, generate_audio: false };
    const content = (submission: Submission) => ({ type: 'text', text: submission.task.prompt });
    const frame = (url: string | undefined, role: string) => ({ type: 'image_url', image_url: { url }, role });
    expect(bodyOf(text)).toEqual({
      ...common,
      ...{ model: 'dreamina-seedance-2-0-260128', ratio: '9:16', seed: seedOf(text.task) },
      content: [content(text)],
      callback_url: text.task.webhookUrl,
    });
    expect(bodyOf(images)).toEqual({
      ...common,
      ...{ model: 'dreamina-seedance-2-0-260128', seed: seedOf(images.task) },
      content: [content(images), frame(FIRST, 'first_frame'), frame(LAST, 'last_frame')],
      callback_url: images.task.webhookUrl,
    });
  });

  it.each([
    ['replicate', 'reference_images'],
    ['fal', 'image_urls'],
  ])('%s gets the reference images as a list in the field %s, and no storage keys', (provider, field) => {
    const task = newTask({ provider, type: 'image_video', options: { ...OPTIONS, references: ['uploads/a.png'] } });
    const route = { ...task.route!, fields: { prompt: 'prompt', image: 'image', references: field }, fixed: {} };
    const submission = { task: { ...task, route }, image: null };
    expect(input({ ...submission, references: [FIRST!, LAST!] })).toEqual({
      prompt: task.prompt,
      [field]: [FIRST, LAST],
    });
    expect(input(submission)).toEqual({ prompt: task.prompt });
  });

  it('ModelArk gets the reference images as parts of the content', () => {
    const task = newTask({ provider: 'ark', type: 'image_video', options: OPTIONS });
    const route = { ...task.route!, fields: { prompt: 'text', references: 'reference_image' }, fixed: {} };
    const references = [FIRST!, LAST!];
    expect(arkBody(task, route, inputOf({ task, image: null, references }, route))).toEqual({
      ...{ model: route.model, seed: seedOf(task), callback_url: task.webhookUrl },
      content: [
        { type: 'text', text: task.prompt },
        ...references.map((url) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' })),
      ],
    });
  });

  it('a restoration gets the scale of its quality and the network of its enhancement [G-20]', () => {
    const restore = { quality: 'ultra', enhancement: 'professional', colorRestoration: false } as const;
    const task = newTask({ model: 'gfpgan', type: 'restore', duration: null, resolution: 'ultra', restore });
    expect(input({ task, image: FIRST })).toEqual({ img: FIRST, scale: 4, version: 'RestoreFormer' });
    const colorizing = newTask({
      ...task,
      model: 'ddcolor',
      route: newTask({ model: 'ddcolor', type: 'restore' }).route,
    });
    expect(input({ task: colorizing, image: FIRST })).toEqual({ image: FIRST, model_size: 'large' });
  });
});
