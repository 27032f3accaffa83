import type { ApiClient } from '../../../lib/api-client';

/** Uploads the starting image of a single-video order. Returns a link that is valid for one day. */
export async function uploadImage(api: ApiClient, image: File): Promise<string> {
  const body = new FormData();
  body.append('image', image, image.name);
  return (await api.call<{ image_url: string }>('/api/uploads', { method: 'POST', body })).image_url;
}
