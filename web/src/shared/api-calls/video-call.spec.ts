import { describe, expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { asCurl, asTypeScript, videoCall } from './video-call';

const OPTIONS = {
  ...{ aspectRatio: '9:16' as const, framing: null, seed: 77, negativePrompt: null },
  ...{ cameraMotion: null, style: null, extendOf: null },
};
const video = aRequest({
  id: 'q-1',
  prompt: "A boatman's song",
  model: 'seedance',
  duration: 10,
  options: OPTIONS,
});

describe('videoCall', () => {
  it('says all settings that the public API has', () => {
    expect(videoCall(video, '720p')).toEqual({
      kind: 'create',
      path: '/v1/videos',
      body: { prompt: "A boatman's song", model: 'seedance', seconds: '10', size: '720x1280', seed: 77 },
    });
    const { body } = videoCall({ ...video, options: { ...OPTIONS, aspectRatio: null, seed: null } }, '480p');
    expect(body).toEqual({ prompt: "A boatman's song", model: 'seedance', seconds: '10', size: '854x480' });
  });

  it.each([
    ['an image', { ...video, type: 'image_video' as const }, '480p' as const],
    ['a style', { ...video, options: { ...OPTIONS, style: 'watercolor' } }, '480p' as const],
    ['a camera motion', { ...video, options: { ...OPTIONS, cameraMotion: 'push-in' } }, '480p' as const],
    ['words to avoid', { ...video, options: { ...OPTIONS, negativePrompt: 'rain' } }, '480p' as const],
    ['a plan that is no longer offered', video, undefined],
  ])('is a remix for a video with %s', (_, request, quality) => {
    expect(videoCall(request, quality)).toEqual({
      kind: 'remix',
      path: '/v1/videos/q-1/remix',
      body: { prompt: "A boatman's song" },
    });
  });

  it('is written for a shell and for Node.js, whatever the prompt contains', () => {
    const call = videoCall({ ...video, prompt: `It's "$HOME" \`here\`\n\\` }, '480p');
    expect(asCurl('https://luit.example', call)).toContain(String.raw`"prompt": "It'\''s \"$HOME\" ${'`here`'}\n\\",`);
    expect(asTypeScript('https://luit.example', call)).toContain(
      String.raw`"prompt": "It's \"$HOME\" ${'`here`'}\n\\",`,
    );
  });
});
