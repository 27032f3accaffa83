import { type NewVideoOptions, newVideoOptions } from '@luit/contracts/generation/options';
import type { VideoOptionsBody } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import type { OrderImagesService } from '../../storage/uploads/order-images.service';

/** Only the gateway knows the keys of images, so a body does not contain them. */
const givenOptions = newVideoOptions.omit({ lastImageKey: true, lastImageHash: true });

/**
 * The options among other fields of an input, with the key of the last image instead of its link.
 *
 * @throws LuitError `validation_failed` if the link is not one of an upload, or has expired
 */
export async function videoOptionsOf(body: VideoOptionsBody, images: OrderImagesService): Promise<NewVideoOptions> {
  const { lastImageUrl } = body;
  const lastImageKey = lastImageUrl ? await images.keyOf(lastImageUrl, 'lastImageUrl') : undefined;
  return { ...pickFields(givenOptions, body), lastImageKey };
}
