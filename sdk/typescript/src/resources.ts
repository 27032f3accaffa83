import type { components, operations, paths } from './api';

type Schemas = components['schemas'];

export type Video = Schemas['Video'];
export type Image = Schemas['Image'];
export type ImageResults = Schemas['ImageResults'];
export type Restoration = Schemas['Restoration'];
export type Model = Schemas['Model'];
export type Quote = Schemas['Quote'];
export type Balance = Schemas['KeyBalance'];
export type Transaction = Schemas['Transaction'];
export type Usage = Schemas['Usage'];
export type Problem = Schemas['Problem'];

export type NewVideo = Schemas['NewVideoDto'];
export type NewImage = Schemas['NewImageDto'];
export type ImageGeneration = Schemas['ImageGenerationDto'];
export type ImageEdit = Schemas['ImageEditDto'];
export type NewRestoration = Schemas['NewRestorationDto'];
export type Remix = Schemas['RemixDto'];
export type QuoteInput = Schemas['QuoteDto'];

/** A page has `limit` items; the list goes on after its end. */
export type ListQuery = NonNullable<operations['Videos_list']['parameters']['query']>;
export type TransactionQuery = NonNullable<operations['PublicTransactions_list']['parameters']['query']>;
export type UsageQuery = NonNullable<operations['PublicUsage_read']['parameters']['query']>;
export type VideoVariant = NonNullable<NonNullable<operations['Videos_content']['parameters']['query']>['variant']>;
export type ImageVariant = NonNullable<NonNullable<operations['Images_content']['parameters']['query']>['variant']>;
export type RestorationVariant = NonNullable<
  NonNullable<operations['Restorations_content']['parameters']['query']>['variant']
>;

type Version = NonNullable<NonNullable<paths['/v1/balance']['get']['parameters']['header']>['Luit-Version']>;

/** The version of the API that this client was written for. */
export const API_VERSION: Version = '2026-11-28';
