import { type NewVideoOptions, newVideoOptions } from '@luit/contracts/generation/options';
import type { VideoOptionsBody } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import type { OrderImagesService } from '../../storage/uploads/order-images.service';

/** Only the gateway knows the keys of images, so a body does not contain them. */
const givenOptions = newVideoOptions.omit({
  ...{ lastImageKey: true, lastImageHash: true, referenceKeys: true, referenceHashes: true },
});

/**
 * The options among other fields of an input, with the keys of images instead of their links.
 *
 * @throws LuitError `validation_failed` if a link is not one of an upload, or has expired
 */
export async function videoOptionsOf(body: VideoOptionsBody, images: OrderImagesService): Promise<NewVideoOptions> {
  const { lastImageUrl, references } = body;
  const lastImageKey = lastImageUrl ? await images.keyOf(lastImageUrl, 'lastImageUrl') : undefined;
  const referenceKeys = references && (await Promise.all(references.map((url) => images.keyOf(url, 'references'))));
  return { ...pickFields(givenOptions, body), lastImageKey, referenceKeys };
}
