import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aRequest } from '../../../testing/fake-server';
import { RequestPreview } from './request-preview';

it('a failed request whose image cannot be loaded shows a placeholder instead of a broken image', () => {
  const request = aRequest({ status: 'failed', posterUrl: null, imageUrl: '/files/deleted.jpg' });
  const { container } = render(<RequestPreview request={request} title="A river" />);
  const image = container.querySelector('img');
  if (!image) throw new Error('The preview shows no image');
  fireEvent.error(image);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).toBeInTheDocument();
});

it('a running restoration is not shown as a video scene', () => {
  const { container } = render(<RequestPreview request={aRequest({ type: 'restore' })} title="Restored photo" />);
  expect(container.querySelector('img')).toBeNull();
});
