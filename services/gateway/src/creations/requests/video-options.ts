import type { NewVideoOptions } from '@luit/contracts/generation/options';
import type { VideoOptionsBody } from '@luit/contracts/generation/requests';
import type { OrderImagesService } from '../../storage/uploads/order-images.service';

/**
 * The options among other fields of an input, with the key of the last image instead of its link.
 *
 * @throws LuitError `validation_failed` if the link is not one of an upload, or has expired
 */
export async function videoOptionsOf(
  { aspectRatio, framing, seed, negativePrompt, cameraMotion, style, extendOf, lastImageUrl }: VideoOptionsBody,
  images: OrderImagesService,
): Promise<NewVideoOptions> {
  const lastImageKey = lastImageUrl ? await images.keyOf(lastImageUrl, 'lastImageUrl') : undefined;
  return { aspectRatio, framing, seed, negativePrompt, cameraMotion, style, extendOf, lastImageKey };
}
