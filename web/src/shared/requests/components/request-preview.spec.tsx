import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aRequest } from '../../../testing/fake-server';
import { RequestPreview } from './request-preview';

it('what has no picture, or one that cannot be loaded, shows its words instead of a broken image or unrelated art', () => {
  const request = aRequest({ status: 'failed', posterUrl: null, imageUrl: '/files/deleted.jpg' });
  const { container, rerender } = render(<RequestPreview request={request} title="A boat at dawn" />);
  fireEvent.error(container.querySelector('img')!);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('A boat at dawn')).toBeInTheDocument();
  rerender(<RequestPreview request={aRequest({ type: 'restore', prompt: '' })} title="Restored photo" />);
  expect(container.querySelector('img')).toBeNull();
});

it('a running job shows its own first frame, and says the ratio of the picture', () => {
  const request = aRequest({ type: 'image_video', imageUrl: '/files/clay.jpg' });
  const onMeasure = vi.fn();
  const { container } = render(<RequestPreview request={request} title="Clay" onMeasure={onMeasure} />);
  const image = container.querySelector('img')!;
  expect(image).toHaveAttribute('src', '/files/clay.jpg');
  Object.defineProperties(image, { naturalWidth: { value: 600 }, naturalHeight: { value: 800 } });
  fireEvent.load(image);
  expect(onMeasure).toHaveBeenCalledExactlyOnceWith(request, 0.75);
});
