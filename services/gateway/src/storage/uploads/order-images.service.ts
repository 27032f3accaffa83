import { LuitError } from '@luit/contracts/errors';
import { type NewVideoOptions, newVideoOptions } from '@luit/contracts/generation/options';
import type { VideoOptionsBody } from '@luit/contracts/generation/requests';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import type { Storage } from '@luit/platform/storage/storage';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config';
import { FileLinksService, FILES_PATH } from '../files/file-links.service';
import { STORAGE } from '../files/files.service';
import type { IdentifiedRequest } from '../../access/identities/identity.guards';
import { ImageStoreService } from './image-store.service';
import { UploadQuota } from './upload-quota';
import { UploadDto } from './uploads.dto';
import { UploadsService } from './uploads.service';

/** How long an uploaded image can be ordered, hours. The worker's `UnusedUploadCleaner` deletes it an hour later. */
const LINK_HOURS = 24;
const UPLOAD_KEY = /^uploads\/[0-9a-f-]{36}\.(jpg|png|webp)$/;

/** Only the gateway knows the keys of images, so a body does not contain them. */
const givenOptions = newVideoOptions.omit({
  ...{ lastImageKey: true, lastImageHash: true, referenceKeys: true, referenceHashes: true },
});

/** Images that are uploaded before their video is ordered. */
@Injectable()
export class OrderImagesService {
  private readonly webOrigin: string;
  private readonly origins: string[];

  constructor(
    private readonly uploads: UploadsService,
    private readonly images: ImageStoreService,
    private readonly links: FileLinksService,
    private readonly quota: UploadQuota,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(CONFIG) { webUrl, filesUrl }: GatewayConfig,
  ) {
    this.webOrigin = new URL(webUrl).origin;
    this.origins = [this.webOrigin, new URL(filesUrl).origin];
  }

  /** @throws LuitError 400, 413, 415 if the file is not a supported image; `too_many_requests`, `storage_full` beyond a quota */
  async upload(request: IdentifiedRequest): Promise<{ image_url: string }> {
    const { image } = await this.uploads.receive(request, UploadDto);
    try {
      await this.quota.hold(request, image.key, await this.images.sizeOf(image.key), 'unused');
    } catch (error) {
      await this.images.discard(image.key);
      throw error;
    }
    return this.linkTo(image.key);
  }

  /** Images that a request uses do not count as unused any more. */
  async markUsed(...keys: (string | null | undefined)[]): Promise<void> {
    for (const key of keys) if (key) await this.quota.release(key);
  }

  /** A link that authorizes the use of a stored image for a day. */
  linkTo(key: string): { image_url: string } {
    return { image_url: this.links.linkTo(key, Date.now(), LINK_HOURS) };
  }

  /**
   * The options among other fields of a body, with the keys of images instead of their links.
   *
   * @throws LuitError `validation_failed` if a link is not one of an upload, or has expired
   */
  async optionsOf(body: VideoOptionsBody): Promise<NewVideoOptions> {
    const { lastImageUrl, references } = body;
    const lastImageKey = lastImageUrl ? await this.keyOf(lastImageUrl, 'lastImageUrl') : undefined;
    const referenceKeys = references && (await Promise.all(references.map((url) => this.keyOf(url, 'references'))));
    return { ...pickFields(givenOptions, body), lastImageKey, referenceKeys };
  }

  /**
   * Returns the storage key of a link that `linkTo` returned. The signature of the link authorizes the use of the image;
   * nothing is fetched from the URL.
   *
   * @param field the name of the field, for the error
   * @throws LuitError `validation_failed` for any other URL, and for an expired link
   */
  async keyOf(imageUrl: string, field = 'imageUrl'): Promise<string> {
    const key = this.signedKeyOf(imageUrl);
    if (key && (await this.storage.stat(key))) return key;
    const text = 'This image is no longer available. Please upload it again.';
    throw new LuitError('validation_failed', text, { details: { [field]: text } });
  }

  private signedKeyOf(imageUrl: string): string | undefined {
    if (!URL.canParse(imageUrl, this.webOrigin)) return undefined;
    const url = new URL(imageUrl, this.webOrigin);
    if (!this.origins.includes(url.origin) || !url.pathname.startsWith(FILES_PATH)) return undefined;
    const key = url.pathname.slice(FILES_PATH.length);
    const expires = Number(url.searchParams.get('expires'));
    const signature = url.searchParams.get('signature') ?? '';
    if (!UPLOAD_KEY.test(key) || !Number.isSafeInteger(expires)) return undefined;
    // Links in request views name their owner, and the image of a request can be ordered again.
    const owner = url.searchParams.get('owner') ?? undefined;
    return this.links.isValid(key, expires, signature, Date.now(), owner) ? key : undefined;
  }
}
