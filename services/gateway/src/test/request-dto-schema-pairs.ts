import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { newVideoOptions } from '@luit/contracts/generation/options';
import { restoreOptions } from '@luit/contracts/generation/plans';
import type { z } from 'zod';
import * as payments from '../payments/payments.dto';
import * as requests from '../requests/requests.dto';
import { AppealDto } from '../refusals/refusals.dto';
import { ShareLinkDto } from '../share-links/share-links.dto';
import { CollectionDto, CollectionItemsDto } from '../collections/collections.dto';
import { ZipDownloadDto } from '../zip-downloads/zip-downloads.dto';
import { VideoOptionsDto } from '../requests/video-options.dto';
import { ID, KEY, type Pair, shapeOf } from './dto-schema-pair';

const VIDEO = { userId: ID, type: 'video', prompt: 'a', duration: 5, apiKeyId: null, metadata: null, remixOf: null };
const OPTIONS = { aspectRatio: '16:9', seed: 1, negativePrompt: 'a', cameraMotion: 'a', style: 'a' };
/** The framing is validated by its schema in both places, but depends on other fields. */
const NO_FRAMING = { framing: null, lastImageKey: null, lastImageHash: null };
const { expectedCredits } = shapeOf(generationCalls.createRequest.input);

/** Requests of videos and restorations, and their payments. */
export const REQUEST_PAIRS: Pair[] = [
  {
    dto: AppealDto,
    schema: generationCalls.appealRefusal.input,
    valid: { text: 'a' },
    added: { userId: ID, id: ID },
  },
  {
    dto: requests.GenerateDto,
    schema: generationCalls.createRequest.input,
    valid: {
      prompt: 'a',
      duration: 5,
      planId: 'a',
      model: 'a',
      expectedCredits: 1,
      userId: ID,
      ...OPTIONS,
      extendOf: ID,
    },
    added: { ...VIDEO, restore: null, imageKey: null, imageHash: null, retryOf: null, ...NO_FRAMING, ...KEY },
    edgeOnly: ['userId', 'framing', 'lastImageUrl'],
  },
  {
    dto: requests.ImageVideoDto,
    schema: generationCalls.createRequest.input,
    valid: {
      prompt: 'a',
      duration: '5',
      planId: 'a',
      model: 'a',
      expectedCredits: '1',
      userId: ID,
      image: undefined,
      ...OPTIONS,
      seed: '1',
    },
    added: {
      ...VIDEO,
      type: 'image_video',
      imageKey: 'a',
      imageHash: null,
      restore: null,
      retryOf: null,
      extendOf: null,
      ...NO_FRAMING,
      ...KEY,
    },
    edgeOnly: ['userId', 'image', 'lastImage', 'framing'],
  },
  {
    dto: VideoOptionsDto,
    schema: newVideoOptions,
    valid: { ...OPTIONS, extendOf: ID },
    added: NO_FRAMING,
    edgeOnly: ['framing', 'lastImageUrl'],
  },
  {
    dto: requests.VideoFromImageDto,
    schema: generationCalls.createRequest.input,
    valid: {
      ...{ prompt: 'a', duration: 5, planId: 'a', model: 'a', expectedCredits: 1, userId: ID, imageUrl: 'a' },
      ...OPTIONS,
    },
    added: {
      ...{ ...VIDEO, type: 'image_video', imageKey: 'a', imageHash: null, restore: null, retryOf: null },
      ...{ extendOf: null, ...NO_FRAMING, ...KEY },
    },
    edgeOnly: ['userId', 'imageUrl', 'framing', 'lastImageUrl'],
  },
  {
    dto: requests.RestoreFromImageDto,
    schema: restoreOptions.extend({ expectedCredits: expectedCredits as z.ZodType }),
    valid: {
      quality: 'high',
      enhancement: 'premium',
      colorRestoration: true,
      expectedCredits: 1,
      imageUrl: 'a',
    },
    edgeOnly: ['imageUrl'],
  },
  {
    dto: requests.RetryDto,
    schema: generationCalls.retryRequest.input,
    valid: { expectedCredits: 1 },
    added: { userId: ID, requestId: ID, ...KEY },
  },
  {
    dto: requests.RestoreDto,
    schema: restoreOptions.extend({ expectedCredits: expectedCredits as z.ZodType }),
    valid: {
      quality: 'high',
      enhancement: 'premium',
      colorRestoration: 'true',
      expectedCredits: '1',
      image: undefined,
    },
    edgeOnly: ['image'],
  },
  {
    dto: requests.RequestsQuery,
    schema: generationCalls.listRequests.input,
    valid: {
      limit: 20,
      cursor: 'a',
      q: 'a',
      type: 'video',
      status: 'failed',
      favorite: true,
      shared: true,
      collection: ID,
    },
    added: { userId: ID, types: ['video'], order: 'desc' },
  },
  {
    dto: ShareLinkDto,
    schema: generationCalls.putShareLink.input,
    valid: { showsPrompt: true, isIndexed: false, expiresAt: '2036-11-26T10:00:00Z' },
    added: { userId: ID, requestId: ID },
  },
  {
    dto: CollectionDto,
    schema: generationCalls.createCollection.input,
    valid: { name: 'a' },
    added: { userId: ID },
  },
  {
    dto: CollectionItemsDto,
    schema: generationCalls.addToCollection.input,
    valid: { requestIds: [ID] },
    added: { userId: ID, collectionId: ID },
  },
  {
    dto: ZipDownloadDto,
    schema: generationCalls.createZipDownload.input,
    valid: { requestIds: [ID] },
    added: { userId: ID },
  },
  {
    dto: payments.OrderDto,
    schema: generationCalls.createPendingOrder.input,
    valid: { planId: 'a', prompt: 'a', duration: 5, model: 'a', ...OPTIONS, extendOf: ID },
    added: {
      ...VIDEO,
      ...KEY,
      accountId: ID,
      guestEmail: null,
      guestLanguage: null,
      restore: null,
      imageKey: null,
      imageHash: null,
      retryOf: null,
      expectedCredits: null,
      ...NO_FRAMING,
    },
    edgeOnly: [
      ...['framing', 'lastImageUrl', 'currency', 'imageUrl'],
      ...['email', 'language', 'guestSessionId', 'isGuest', 'price', 'termsVersion', 'privacyVersion'],
    ],
  },
  {
    dto: payments.VerifyDto,
    schema: billingCalls.verifyPayment.input,
    valid: { razorpay_order_id: 'a', razorpay_payment_id: 'a', razorpay_signature: 'a' },
    renamed: {
      razorpay_order_id: 'razorpayOrderId',
      razorpay_payment_id: 'razorpayPaymentId',
      razorpay_signature: 'signature',
    },
  },
];
