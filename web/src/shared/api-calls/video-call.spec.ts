import { testOptions } from '@luit/contracts/generation/testing/test-options';
import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { asCurl, asTypeScript, videoCall } from './video-call';

const OPTIONS = testOptions({ aspectRatio: '9:16', seed: 77 });
const video = aRequest({
  id: 'q-1',
  prompt: "A boatman's song",
  model: 'seedance',
  duration: 10,
  resolution: '720p',
  options: OPTIONS,
});

describe('videoCall', () => {
  it('says all settings that the public API has', () => {
    expect(videoCall(video)).toEqual({
      kind: 'create',
      path: '/v1/videos',
      body: { prompt: "A boatman's song", model: 'seedance', seconds: '10', size: '720x1280', seed: 77 },
    });
    const { body } = videoCall({
      ...video,
      resolution: '480p',
      options: { ...OPTIONS, aspectRatio: null, seed: null },
    });
    expect(body).toEqual({ prompt: "A boatman's song", model: 'seedance', seconds: '10', size: '854x480' });
    const loud = { ...OPTIONS, seed: null, sound: false, outputFormat: 'png' as const };
    expect(videoCall({ ...video, options: loud }).body).toMatchObject({ sound: false, output_format: 'png' });
  });

  it.each([
    ['an image', { ...video, type: 'image_video' as const }],
    ['a style', { ...video, options: { ...OPTIONS, style: 'watercolor' } }],
    ['a camera motion', { ...video, options: { ...OPTIONS, cameraMotion: 'push-in' } }],
    ['a reference image', { ...video, references: ['/api/files/a.png'] }],
  ])('is a remix for a video with %s', (_, request) => {
    expect(videoCall(request)).toEqual({
      kind: 'remix',
      path: '/v1/videos/q-1/remix',
      body: { prompt: "A boatman's song" },
    });
  });

  it('is written for a shell and for Node.js, whatever the prompt contains', () => {
    const call = videoCall({ ...video, prompt: `It's "$HOME" \`here\`\n\\` });
    expect(asCurl('https://luit.example', call)).toContain(String.raw`"prompt": "It'\''s \"$HOME\" ${'`here`'}\n\\",`);
    expect(asTypeScript('https://luit.example', call)).toContain(
      String.raw`"prompt": "It's \"$HOME\" ${'`here`'}\n\\",`,
    );
  });
});
