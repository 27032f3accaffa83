import type { ApiClient } from '../../../lib/api-client';

/** Hands in the image that an order of one video begins with; answers the link which that order takes within a day. */
export async function uploadImage(api: ApiClient, image: File): Promise<string> {
  const body = new FormData();
  body.append('image', image, image.name);
  return (await api.call<{ image_url: string }>('/api/uploads', { method: 'POST', body })).image_url;
}
