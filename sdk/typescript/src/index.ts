export type { LuitOptions, RequestOptions } from './api-client';
export { Luit } from './luit';
export { ProblemError } from './problem.error';
export type {
  Balance,
  Image,
  ImageEdit,
  ImageGeneration,
  ImageResults,
  ListQuery,
  Model,
  NewImage,
  NewRestoration,
  NewVideo,
  Problem,
  Quote,
  QuoteInput,
  Remix,
  Restoration,
  Transaction,
  TransactionQuery,
  Usage,
  UsageQuery,
  Video,
} from './resources';
export { API_VERSION } from './resources';
export type { CreateOptions } from './videos';
export {
  type ExhaustedBudget,
  type LowBalance,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks';
