import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExampleGallery } from './example-gallery';
import { EXAMPLES, exampleFor, posterOf, videoOf } from './examples';

describe('ExampleGallery', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('every example has its files', () => {
    const publicFolder = path.resolve(import.meta.dirname, '../../../public');
    const files = EXAMPLES.flatMap((example) => [posterOf(example), videoOf(example)]);
    expect(files.filter((file) => !existsSync(path.join(publicFolder, file)))).toEqual([]);
  });

  it.each([true, false])('a video plays while its card has the focus; motion allowed: %s', async (matches) => {
    vi.stubGlobal('matchMedia', () => ({ matches }));
    const { container } = render(<ExampleGallery onUse={vi.fn()} count={2} />);
    const playing = () => [...container.querySelectorAll('video')].map(({ src }) => new URL(src).pathname);
    expect(playing()).toEqual([]);
    await userEvent.tab();
    expect(playing()).toEqual(matches ? ['/examples/river.mp4'] : []);
    await userEvent.tab();
    await userEvent.tab();
    expect(playing()).toEqual([]);
  });

  it('a button passes its example on', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const onUse = vi.fn();
    render(<ExampleGallery onUse={onUse} />);
    await userEvent.click(screen.getByRole('button', { name: 'Use this prompt: Kite festival' }));
    expect(onUse).toHaveBeenCalledExactlyOnceWith(EXAMPLES.find(({ id }) => id === 'kites'));
  });

  it('different requests have different waiting scenes, and one request always has the same', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `request-${index}`);
    expect(new Set(ids.map((id) => exampleFor(id)?.id)).size).toBe(EXAMPLES.length);
    expect(ids.map(exampleFor)).toEqual(ids.map(exampleFor));
  });
});
