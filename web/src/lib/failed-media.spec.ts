import { expect, it } from 'vitest';
import { hasFailed } from '@luit/ui/failed-media';

const element = (tag: 'img' | 'video', state: object) => {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(state)) Object.defineProperty(created, name, { value });
  return created;
};

it.each([
  ['an image that is loading', 'img', { complete: false, currentSrc: '/a.jpg', naturalWidth: 0 }, false],
  ['an image that a lazy page has not requested', 'img', { complete: true, currentSrc: '', naturalWidth: 0 }, false],
  ['a loaded image', 'img', { complete: true, currentSrc: '/a.jpg', naturalWidth: 640 }, false],
  ['an image that failed', 'img', { complete: true, currentSrc: '/a.jpg', naturalWidth: 0 }, true],
  ['a video that is loading', 'video', { error: null }, false],
  ['a video that failed', 'video', { error: { code: 4 } }, true],
] as const)('%s is recognized', (_, tag, state, failed) => {
  expect(hasFailed(element(tag, state))).toBe(failed);
});
