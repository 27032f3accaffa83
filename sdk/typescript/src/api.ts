// Written by `npm run generate` from docs/openapi-v1.json.

export interface paths {
  '/v1/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the credits of the account and the budget of the key
     * @description Requires the scope `billing:read`.
     */
    get: operations['PublicBalance_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the images of the account
     * @description Requires the scope `videos:read`.
     */
    get: operations['Images_list'];
    put?: never;
    /**
     * Starts images from a prompt, or from an image and a prompt, and returns the first; the credits of each are held
     * @description Requires the scope `videos:write`.
     */
    post: operations['Images_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images/edits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Changes an image as the prompt says and waits up to 55 seconds for them; images that take longer are answered with status 202 and their ids, to poll `GET /v1/images/{id}`
     * @description Requires the scope `videos:write`.
     */
    post: operations['Images_edit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images/generations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes images from a prompt and waits up to 55 seconds for them; images that take longer are answered with status 202 and their ids, to poll `GET /v1/images/{id}`
     * @description Requires the scope `videos:write`.
     */
    post: operations['Images_generate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns an image
     * @description Requires the scope `videos:read`.
     */
    get: operations['Images_get'];
    put?: never;
    post?: never;
    /**
     * Deletes a finished image and its files
     * @description Requires the scope `videos:write`.
     */
    delete: operations['Images_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancels an image and returns its credits where possible
     * @description Requires the scope `videos:write`.
     */
    post: operations['Images_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/images/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Downloads an image or its thumbnail; supports range requests
     * @description Requires the scope `videos:read`.
     */
    get: operations['Images_content'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the models that the key may use, with lengths, sizes and credits
     * @description Requires the scope `videos:read`.
     */
    get: operations['PublicModels_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/models/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a model that the key may use
     * @description Requires the scope `videos:read`.
     */
    get: operations['PublicModels_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/quotes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Returns what videos, images or a restoration would cost now; nothing is reserved
     * @description Requires the scope `videos:read`.
     */
    post: operations['Quotes_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/restorations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the restorations of the account
     * @description Requires the scope `videos:read`.
     */
    get: operations['Restorations_list'];
    put?: never;
    /**
     * Creates a restoration; its credits are held and taken from the budget of the key
     * @description Requires the scope `videos:write`.
     */
    post: operations['Restorations_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/restorations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a restoration
     * @description Requires the scope `videos:read`.
     */
    get: operations['Restorations_get'];
    put?: never;
    post?: never;
    /**
     * Deletes a finished restoration and its files
     * @description Requires the scope `videos:write`.
     */
    delete: operations['Restorations_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/restorations/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancels a restoration and returns its credits where possible
     * @description Requires the scope `videos:write`.
     */
    post: operations['Restorations_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/restorations/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Downloads a restored photo or its thumbnail; supports range requests
     * @description Requires the scope `videos:read`.
     */
    get: operations['Restorations_content'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/transactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the credit transactions of the account, newest first
     * @description Requires the scope `billing:read`.
     */
    get: operations['PublicTransactions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sums the requests and credits of the account by day in IST, model or API key
     * @description Requires the scope `billing:read`.
     */
    get: operations['PublicUsage_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the same as CSV
     * @description Requires the scope `billing:read`.
     */
    get: operations['PublicUsage_file'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the videos of the account
     * @description Requires the scope `videos:read`.
     */
    get: operations['Videos_list'];
    put?: never;
    /**
     * Creates a video; its credits are held and taken from the budget of the key
     * @description Requires the scope `videos:write`.
     */
    post: operations['Videos_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a video
     * @description Requires the scope `videos:read`.
     */
    get: operations['Videos_get'];
    put?: never;
    post?: never;
    /**
     * Deletes a finished video and its files
     * @description Requires the scope `videos:write`.
     */
    delete: operations['Videos_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancels a video and returns its credits where possible
     * @description Requires the scope `videos:write`.
     */
    post: operations['Videos_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos/{id}/content': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Downloads a video or its thumbnail; supports range requests
     * @description Requires the scope `videos:read`.
     */
    get: operations['Videos_content'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Streams the states of a video as server-sent events, until the final one
     * @description Requires the scope `videos:read`.
     */
    get: operations['VideoEvents_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/videos/{id}/remix': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Makes a finished video again with another prompt, and holds its credits
     * @description Requires the scope `videos:write`.
     */
    post: operations['Videos_remix'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the webhook endpoints of the account, oldest first
     * @description Requires the scope `webhooks:write`.
     */
    get: operations['PublicWebhookEndpoints_list'];
    put?: never;
    /**
     * Creates a webhook endpoint, whose secret is returned this once, and mails the owner of the account
     * @description Requires the scope `webhooks:write`.
     */
    post: operations['PublicWebhookEndpoints_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns a webhook endpoint
     * @description Requires the scope `webhooks:write`.
     */
    get: operations['PublicWebhookEndpoints_get'];
    put?: never;
    post?: never;
    /**
     * Deletes a webhook endpoint with its deliveries
     * @description Requires the scope `webhooks:write`.
     */
    delete: operations['PublicWebhookEndpoints_remove'];
    options?: never;
    head?: never;
    /**
     * Changes the URL or the events of a webhook endpoint, or turns it on or off
     * @description Requires the scope `webhooks:write`.
     */
    patch: operations['PublicWebhookEndpoints_update'];
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the deliveries that are kept with their last attempts, newest first
     * @description Requires the scope `webhooks:write`.
     */
    get: operations['PublicWebhookEndpoints_deliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/rotate_secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replaces the secret; the previous one signs as well for 24 hours
     * @description Requires the scope `webhooks:write`.
     */
    post: operations['PublicWebhookEndpoints_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook_endpoints/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends the event `webhook.test`
     * @description Requires the scope `webhooks:write`.
     */
    post: operations['PublicWebhookEndpoints_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'video.queued': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A video has changed
     * @description The event `video.queued`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_video_queued'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'video.in_progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A video has changed
     * @description The event `video.in_progress`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_video_in_progress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'video.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A video has changed
     * @description The event `video.completed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_video_completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'video.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A video has changed
     * @description The event `video.failed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_video_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'video.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A video has changed
     * @description The event `video.canceled`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_video_canceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'image.queued': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An image has changed
     * @description The event `image.queued`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_image_queued'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'image.in_progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An image has changed
     * @description The event `image.in_progress`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_image_in_progress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'image.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An image has changed
     * @description The event `image.completed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_image_completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'image.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An image has changed
     * @description The event `image.failed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_image_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'image.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An image has changed
     * @description The event `image.canceled`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_image_canceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'restoration.queued': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A restoration has changed
     * @description The event `restoration.queued`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_restoration_queued'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'restoration.in_progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A restoration has changed
     * @description The event `restoration.in_progress`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_restoration_in_progress'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'restoration.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A restoration has changed
     * @description The event `restoration.completed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_restoration_completed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'restoration.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A restoration has changed
     * @description The event `restoration.failed`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_restoration_failed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'restoration.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A restoration has changed
     * @description The event `restoration.canceled`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_restoration_canceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'credits.low': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The balance does not cover another request like the latest one
     * @description The event `credits.low`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_credits_low'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'key.budget_exhausted': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The budget of an API key is used up, or did not cover a request
     * @description The event `key.budget_exhausted`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_key_budget_exhausted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'model.deprecated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A model will retire, or its last day or its replacement has changed
     * @description The event `model.deprecated`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_model_deprecated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The owner of an endpoint, or a program, asked for a test
     * @description The event `webhook.test`. Any status from 200 to 299 within ten seconds accepts it; other answers are retried.
     */
    post: operations['webhook_webhook_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description A generated image. Fields that only Luit has are under `luit`. The error of a failed one has the code `generation_failed`, `timed_out`, `invalid_input`, `refused_by_policy` or `canceled`. */
    Image: {
      id: string;
      /** @enum {string} */
      object: 'image';
      /** @enum {string} */
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      error: {
        code: string;
        message: string;
      } | null;
      prompt: string | null;
      model: string;
      aspect_ratio: string | null;
      luit: {
        credits: number;
        /** @enum {string} */
        money: 'held' | 'captured' | 'returned' | 'refunded';
        queue_position: number | null;
        eta_seconds: number | null;
        canceled: boolean;
        api_key_id: string | null;
        metadata: {
          [key: string]: string;
        };
        sequence: number;
        taken_down: boolean;
        set: {
          id: string;
          index: number;
        } | null;
        test: boolean;
        seed: number | null;
      };
    };
    ImageEditDto: {
      prompt: string;
      /** @description The default model if absent */
      model?: string;
      /** @description Names an aspect ratio; the model decides how many pixels an image has. `auto` leaves it to the model */
      size?: string;
      /** @description What to avoid */
      negative_prompt?: string;
      /**
       * @description Shorter side in pixels
       * @enum {string}
       */
      resolution?: '360p' | '480p' | '540p' | '720p' | '768p' | '1080p' | '1440p' | '2160p';
      /**
       * @description Width to height; for an image the ratio that the model chooses if absent. `original` requires an image
       * @enum {string}
       */
      aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | 'original';
      /** @description Repeats a result with the same input; drawn by the server if absent */
      seed?: number;
      /** @description Percent by which the image may change */
      strength?: number;
      /** @enum {string} */
      output_format?: 'png' | 'jpeg' | 'webp';
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /** @description Results at once. Each is a request of its own with its own price, and gets the next seed */
      n?: number;
      /**
       * @description A link, or the file in Base64
       * @default url
       * @enum {string}
       */
      response_format?: 'url' | 'b64_json';
      /** @description The image to change, or a list of it and of further images, where the model takes several: a file in a form, or `{image_url}` with a data URL of JPEG, PNG or WebP */
      image:
        | Blob
        | {
            image_url: string;
          };
    };
    ImageGenerationDto: {
      prompt: string;
      /** @description The default model if absent */
      model?: string;
      /** @description Names an aspect ratio; the model decides how many pixels an image has. `auto` leaves it to the model */
      size?: string;
      /** @description What to avoid */
      negative_prompt?: string;
      /**
       * @description Shorter side in pixels
       * @enum {string}
       */
      resolution?: '360p' | '480p' | '540p' | '720p' | '768p' | '1080p' | '1440p' | '2160p';
      /**
       * @description Width to height; for an image the ratio that the model chooses if absent. `original` requires an image
       * @enum {string}
       */
      aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | 'original';
      /** @description Repeats a result with the same input; drawn by the server if absent */
      seed?: number;
      /** @description Percent by which the image may change */
      strength?: number;
      /** @enum {string} */
      output_format?: 'png' | 'jpeg' | 'webp';
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /** @description Results at once. Each is a request of its own with its own price, and gets the next seed */
      n?: number;
      /**
       * @description A link, or the file in Base64
       * @default url
       * @enum {string}
       */
      response_format?: 'url' | 'b64_json';
    };
    /** @description Finished images, in the shape that servers of image models share. Fields that only Luit has are under `luit`. */
    ImageResults: {
      created: number;
      data: {
        url?: string;
        b64_json?: string;
      }[];
      luit: {
        /** @enum {string} */
        status: 'completed' | 'in_progress';
        images: {
          id: string;
          /** @enum {string} */
          status: 'queued' | 'in_progress' | 'completed' | 'failed';
          error: {
            code: string;
            message: string;
          } | null;
        }[];
        credits: number;
      };
    };
    /** @description An endpoint with its new secret. */
    IssuedWebhookEndpoint: {
      id: string;
      /** @enum {string} */
      object: 'webhook_endpoint';
      url: string;
      events: (
        | 'video.queued'
        | 'video.in_progress'
        | 'video.completed'
        | 'video.failed'
        | 'video.canceled'
        | 'image.queued'
        | 'image.in_progress'
        | 'image.completed'
        | 'image.failed'
        | 'image.canceled'
        | 'restoration.queued'
        | 'restoration.in_progress'
        | 'restoration.completed'
        | 'restoration.failed'
        | 'restoration.canceled'
        | 'credits.low'
        | 'key.budget_exhausted'
        | 'model.deprecated'
      )[];
      enabled: boolean;
      disabled: {
        /** @enum {string} */
        reason: 'owner' | 'gone' | 'failing';
        at: number;
      } | null;
      failing_since: number | null;
      last_error: string | null;
      last_delivered_at: number | null;
      previous_secret_expires_at: number | null;
      created_at: number;
      secret: string;
    };
    /** @description The credits of the account, and the budget of the key. */
    KeyBalance: {
      /** @enum {string} */
      object: 'balance';
      available: number;
      held: number;
      budget: {
        monthly_credits: number | null;
        total_credits: number | null;
        used_this_month: number;
        used: number;
        resets_at: string;
      } | null;
    };
    /** @description A model, with the fields that it takes, its exact price, and what the plans cost with it. */
    Model: {
      id: string;
      /** @enum {string} */
      object: 'model';
      /** @enum {string} */
      owned_by: 'luit';
      luit: {
        name: string;
        /** @enum {string} */
        output: 'video' | 'image';
        is_default: boolean;
        /** @enum {string} */
        state: 'live' | 'deprecated';
        deprecated_at: string | null;
        ends_at: string | null;
        replacement: string | null;
        price: {
          perSecond?: {
            [key: string]: number;
          };
          perImage?: {
            [key: string]: number;
          };
          perRun?: {
            [key: string]: number;
          };
          sound?: number;
        };
        parameters: {
          from_prompt: {
            [key: string]: unknown;
          } | null;
          from_image: {
            [key: string]: unknown;
          } | null;
        };
        offers: {
          seconds: string;
          resolution: string;
          sizes: string[];
          credits: number;
          from_prompt: boolean;
          from_image: boolean;
        }[];
      };
    };
    NewImageDto: {
      prompt: string;
      /** @description The default model if absent */
      model?: string;
      /** @description Names an aspect ratio; the model decides how many pixels an image has. `auto` leaves it to the model */
      size?: string;
      /** @description What to avoid */
      negative_prompt?: string;
      /**
       * @description Shorter side in pixels
       * @enum {string}
       */
      resolution?: '360p' | '480p' | '540p' | '720p' | '768p' | '1080p' | '1440p' | '2160p';
      /**
       * @description Width to height; for an image the ratio that the model chooses if absent. `original` requires an image
       * @enum {string}
       */
      aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | 'original';
      /** @description Repeats a result with the same input; drawn by the server if absent */
      seed?: number;
      /** @description Percent by which the image may change */
      strength?: number;
      /** @enum {string} */
      output_format?: 'png' | 'jpeg' | 'webp';
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /** @description Results at once. Each is a request of its own with its own price, and gets the next seed */
      count?: number;
      /** @description The image to change, or a list of it and of further images, where the model takes several: a file in a form, or `{image_url}` with a data URL of JPEG, PNG or WebP */
      image?:
        | Blob
        | {
            image_url: string;
          };
    };
    NewRestorationDto: {
      /**
       * @description How large the photo becomes
       * @default standard
       * @enum {string}
       */
      quality?: 'standard' | 'high' | 'ultra';
      /**
       * @description How much of a face is redrawn
       * @default standard
       * @enum {string}
       */
      enhancement?: 'standard' | 'premium' | 'professional';
      /**
       * @description Whether a black-and-white photo gets colors
       * @default false
       */
      color_restoration?: boolean;
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /** @description The photo: a file in a form, or `{image_url}` with a data URL of JPEG, PNG or WebP */
      image:
        | Blob
        | {
            image_url: string;
          };
    };
    NewVideoDto: {
      prompt: string;
      /** @description The default model if absent */
      model?: string;
      /** @description The default of the model if absent */
      seconds?: string;
      /**
       * @description Resolution and aspect ratio at once
       * @enum {string}
       */
      size?:
        | '640x360'
        | '360x640'
        | '360x360'
        | '480x360'
        | '360x480'
        | '540x360'
        | '360x540'
        | '840x360'
        | '854x480'
        | '480x854'
        | '480x480'
        | '640x480'
        | '480x640'
        | '720x480'
        | '480x720'
        | '1120x480'
        | '960x540'
        | '540x960'
        | '540x540'
        | '720x540'
        | '540x720'
        | '810x540'
        | '540x810'
        | '1260x540'
        | '1280x720'
        | '720x1280'
        | '720x720'
        | '960x720'
        | '720x960'
        | '1080x720'
        | '720x1080'
        | '1680x720'
        | '1366x768'
        | '768x1366'
        | '768x768'
        | '1024x768'
        | '768x1024'
        | '1152x768'
        | '768x1152'
        | '1792x768'
        | '1920x1080'
        | '1080x1920'
        | '1080x1080'
        | '1440x1080'
        | '1080x1440'
        | '1620x1080'
        | '1080x1620'
        | '2520x1080'
        | '2560x1440'
        | '1440x2560'
        | '1440x1440'
        | '1920x1440'
        | '1440x1920'
        | '2160x1440'
        | '1440x2160'
        | '3360x1440'
        | '3840x2160'
        | '2160x3840'
        | '2160x2160'
        | '2880x2160'
        | '2160x2880'
        | '3240x2160'
        | '2160x3240'
        | '5040x2160';
      /** @description What to avoid */
      negative_prompt?: string;
      /**
       * @description Shorter side in pixels
       * @enum {string}
       */
      resolution?: '360p' | '480p' | '540p' | '720p' | '768p' | '1080p' | '1440p' | '2160p';
      /**
       * @description Width to height; for an image the ratio that the model chooses if absent. `original` requires an image
       * @enum {string}
       */
      aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | 'original';
      /** @description Whether a video has sound */
      sound?: boolean;
      /** @description Repeats a result with the same input; drawn by the server if absent */
      seed?: number;
      /** @description Percent by which the image may change */
      strength?: number;
      /** @description Results at once. Each is a request of its own with its own price, and gets the next seed */
      count?: number;
      /** @enum {string} */
      output_format?: 'png' | 'jpeg' | 'webp';
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
      /** @description The image that the video starts with: a file in a form, or `{image_url}` with a data URL of JPEG, PNG or WebP */
      input_reference?:
        | Blob
        | {
            image_url: string;
          };
      /** @description The image that the video ends with; requires an `input_reference`: a file in a form, or `{image_url}` with a data URL of JPEG, PNG or WebP */
      last_frame?:
        | Blob
        | {
            image_url: string;
          };
      /** @description Images of what the video shows, instead of an `input_reference` */
      reference_images?: (
        | Blob
        | {
            image_url: string;
          }
      )[];
    };
    NewWebhookEndpointDto: {
      /**
       * Format: uri
       * @description Where events are sent to: https, at a public address
       */
      url: string;
      events: (
        | 'video.queued'
        | 'video.in_progress'
        | 'video.completed'
        | 'video.failed'
        | 'video.canceled'
        | 'image.queued'
        | 'image.in_progress'
        | 'image.completed'
        | 'image.failed'
        | 'image.canceled'
        | 'restoration.queued'
        | 'restoration.in_progress'
        | 'restoration.completed'
        | 'restoration.failed'
        | 'restoration.canceled'
        | 'credits.low'
        | 'key.budget_exhausted'
        | 'model.deprecated'
      )[];
    };
    /** @description The body of every failed request of the public API (RFC 9457). */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @enum {string} */
      code:
        | 'validation_failed'
        | 'invalid_json'
        | 'invalid_pack'
        | 'unsupported_combination'
        | 'weak_password'
        | 'invalid_email'
        | 'link_invalid_or_expired'
        | 'second_factor_invalid'
        | 'invalid_signature'
        | 'unauthorized'
        | 'invalid_credentials'
        | 'insufficient_credits'
        | 'key_budget_exhausted'
        | 'forbidden'
        | 'second_factor_required'
        | 'approval_required'
        | 'step_up_required'
        | 'email_not_confirmed'
        | 'password_required'
        | 'user_blocked'
        | 'account_closed'
        | 'not_found'
        | 'user_not_found'
        | 'method_not_allowed'
        | 'request_timeout'
        | 'conflict'
        | 'not_finished'
        | 'email_taken'
        | 'idempotency_conflict'
        | 'idempotency_in_progress'
        | 'price_changed'
        | 'payment_mismatch'
        | 'awaiting_payment'
        | 'not_refundable'
        | 'promo_code_not_redeemable'
        | 'cancel_not_possible'
        | 'stale_lease'
        | 'model_retired'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'refused_by_policy'
        | 'too_many_requests'
        | 'too_many_attempts'
        | 'key_concurrency_reached'
        | 'internal_error'
        | 'provider_error'
        | 'unavailable'
        | 'generation_paused'
        | 'provider_not_configured'
        | 'storage_full';
      request_id: string;
      details?: {
        [key: string]: unknown;
      };
      error: {
        message: string;
        type: string;
        /** @enum {string} */
        code:
          | 'validation_failed'
          | 'invalid_json'
          | 'invalid_pack'
          | 'unsupported_combination'
          | 'weak_password'
          | 'invalid_email'
          | 'link_invalid_or_expired'
          | 'second_factor_invalid'
          | 'invalid_signature'
          | 'unauthorized'
          | 'invalid_credentials'
          | 'insufficient_credits'
          | 'key_budget_exhausted'
          | 'forbidden'
          | 'second_factor_required'
          | 'approval_required'
          | 'step_up_required'
          | 'email_not_confirmed'
          | 'password_required'
          | 'user_blocked'
          | 'account_closed'
          | 'not_found'
          | 'user_not_found'
          | 'method_not_allowed'
          | 'request_timeout'
          | 'conflict'
          | 'not_finished'
          | 'email_taken'
          | 'idempotency_conflict'
          | 'idempotency_in_progress'
          | 'price_changed'
          | 'payment_mismatch'
          | 'awaiting_payment'
          | 'not_refundable'
          | 'promo_code_not_redeemable'
          | 'cancel_not_possible'
          | 'stale_lease'
          | 'model_retired'
          | 'payload_too_large'
          | 'unsupported_media_type'
          | 'refused_by_policy'
          | 'too_many_requests'
          | 'too_many_attempts'
          | 'key_concurrency_reached'
          | 'internal_error'
          | 'provider_error'
          | 'unavailable'
          | 'generation_paused'
          | 'provider_not_configured'
          | 'storage_full';
        param: string | null;
      };
    };
    Quote: {
      /** @enum {string} */
      object: 'quote';
      model: string;
      seconds: string | null;
      resolution: string | null;
      credits: number;
    };
    QuoteDto: {
      /** @description The default model if absent */
      model?: string;
      /** @description The default of the model if absent */
      seconds?: string;
      /**
       * @description Resolution and aspect ratio at once
       * @enum {string}
       */
      size?:
        | '640x360'
        | '360x640'
        | '360x360'
        | '480x360'
        | '360x480'
        | '540x360'
        | '360x540'
        | '840x360'
        | '854x480'
        | '480x854'
        | '480x480'
        | '640x480'
        | '480x640'
        | '720x480'
        | '480x720'
        | '1120x480'
        | '960x540'
        | '540x960'
        | '540x540'
        | '720x540'
        | '540x720'
        | '810x540'
        | '540x810'
        | '1260x540'
        | '1280x720'
        | '720x1280'
        | '720x720'
        | '960x720'
        | '720x960'
        | '1080x720'
        | '720x1080'
        | '1680x720'
        | '1366x768'
        | '768x1366'
        | '768x768'
        | '1024x768'
        | '768x1024'
        | '1152x768'
        | '768x1152'
        | '1792x768'
        | '1920x1080'
        | '1080x1920'
        | '1080x1080'
        | '1440x1080'
        | '1080x1440'
        | '1620x1080'
        | '1080x1620'
        | '2520x1080'
        | '2560x1440'
        | '1440x2560'
        | '1440x1440'
        | '1920x1440'
        | '1440x1920'
        | '2160x1440'
        | '1440x2160'
        | '3360x1440'
        | '3840x2160'
        | '2160x3840'
        | '2160x2160'
        | '2880x2160'
        | '2160x2880'
        | '3240x2160'
        | '2160x3240'
        | '5040x2160';
      /** @description What to avoid */
      negative_prompt?: string;
      /**
       * @description Shorter side in pixels
       * @enum {string}
       */
      resolution?: '360p' | '480p' | '540p' | '720p' | '768p' | '1080p' | '1440p' | '2160p';
      /**
       * @description Width to height; for an image the ratio that the model chooses if absent. `original` requires an image
       * @enum {string}
       */
      aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '21:9' | 'original';
      /** @description Whether a video has sound */
      sound?: boolean;
      /** @description Repeats a result with the same input; drawn by the server if absent */
      seed?: number;
      /** @description Percent by which the image may change */
      strength?: number;
      /** @description Results at once. Each is a request of its own with its own price, and gets the next seed */
      count?: number;
      /** @enum {string} */
      output_format?: 'png' | 'jpeg' | 'webp';
      /** @description Whether the video starts with an image */
      has_input_reference?: boolean;
      /** @description Whether it ends with an image */
      has_last_frame?: boolean;
      /** @description Number of images of what it shows */
      reference_image_count?: number;
      /**
       * @description The quality of a restoration, which has no other field
       * @enum {string}
       */
      quality?: 'standard' | 'high' | 'ultra';
    };
    RemixDto: {
      prompt: string;
      /**
       * @description Up to 16 pairs of text that come back under `luit.metadata`, with keys of up to 64 characters. They are deleted with the request
       * @example {
       *       "order": "1742"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description A restored photo. Fields that only Luit has are under `luit`. The error of a failed one has the code `generation_failed`, `timed_out`, `invalid_input`, `refused_by_policy` or `canceled`. */
    Restoration: {
      id: string;
      /** @enum {string} */
      object: 'restoration';
      /** @enum {string} */
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      error: {
        code: string;
        message: string;
      } | null;
      /** @enum {string} */
      quality: 'standard' | 'high' | 'ultra';
      /** @enum {string} */
      enhancement: 'standard' | 'premium' | 'professional';
      color_restoration: boolean;
      luit: {
        credits: number;
        /** @enum {string} */
        money: 'held' | 'captured' | 'returned' | 'refunded';
        queue_position: number | null;
        eta_seconds: number | null;
        canceled: boolean;
        api_key_id: string | null;
        metadata: {
          [key: string]: string;
        };
        sequence: number;
        taken_down: boolean;
        set: {
          id: string;
          index: number;
        } | null;
        test: boolean;
      };
    };
    /** @description A change of the balance. */
    Transaction: {
      id: string;
      /** @enum {string} */
      object: 'transaction';
      /** @enum {string} */
      type: 'purchase' | 'usage' | 'refund' | 'adjustment' | 'grant';
      credits: number;
      balance_after: number;
      description: string;
      /** @enum {string} */
      status: 'pending' | 'completed' | 'reversed';
      reference_id: string | null;
      created_at: number;
    };
    /** @description What the account requested and what it cost, by the time of the request. */
    Usage: {
      /** @enum {string} */
      object: 'usage';
      /** @enum {string} */
      group_by: 'day' | 'model' | 'key';
      from: string;
      to: string;
      data: {
        group: string | null;
        requests: number;
        completed: number;
        failed: number;
        credits_captured: number;
        credits_held: number;
        credits_returned: number;
      }[];
      totals: {
        requests: number;
        completed: number;
        failed: number;
        credits_captured: number;
        credits_held: number;
        credits_returned: number;
      };
    };
    /** @description A video in the shape of the Videos API, which servers of video models share. Fields that only Luit has are under `luit`. The error of a failed one has the code `generation_failed`, `timed_out`, `invalid_input`, `refused_by_policy` or `canceled`. */
    Video: {
      id: string;
      /** @enum {string} */
      object: 'video';
      /** @enum {string} */
      status: 'queued' | 'in_progress' | 'completed' | 'failed';
      progress: number;
      created_at: number;
      completed_at: number | null;
      expires_at: number | null;
      error: {
        code: string;
        message: string;
      } | null;
      prompt: string | null;
      model: string;
      seconds: string;
      size: string | null;
      remixed_from_video_id: string | null;
      luit: {
        credits: number;
        /** @enum {string} */
        money: 'held' | 'captured' | 'returned' | 'refunded';
        queue_position: number | null;
        eta_seconds: number | null;
        canceled: boolean;
        api_key_id: string | null;
        metadata: {
          [key: string]: string;
        };
        sequence: number;
        taken_down: boolean;
        set: {
          id: string;
          index: number;
        } | null;
        test: boolean;
        seed: number | null;
      };
    };
    /** @description An event that was or will be sent to an endpoint. */
    WebhookDelivery: {
      id: string;
      /** @enum {string} */
      object: 'webhook_delivery';
      type: string;
      subject_id: string | null;
      /** @enum {string} */
      state: 'waiting' | 'delivered' | 'failed';
      attempts: number;
      created_at: number;
      next_attempt_at: number | null;
      body: string;
      last_attempt: {
        at: number;
        status: number | null;
        duration_ms: number;
        error: string | null;
        response: string;
      } | null;
    };
    /** @description Where events are sent to. */
    WebhookEndpoint: {
      id: string;
      /** @enum {string} */
      object: 'webhook_endpoint';
      url: string;
      events: (
        | 'video.queued'
        | 'video.in_progress'
        | 'video.completed'
        | 'video.failed'
        | 'video.canceled'
        | 'image.queued'
        | 'image.in_progress'
        | 'image.completed'
        | 'image.failed'
        | 'image.canceled'
        | 'restoration.queued'
        | 'restoration.in_progress'
        | 'restoration.completed'
        | 'restoration.failed'
        | 'restoration.canceled'
        | 'credits.low'
        | 'key.budget_exhausted'
        | 'model.deprecated'
      )[];
      enabled: boolean;
      disabled: {
        /** @enum {string} */
        reason: 'owner' | 'gone' | 'failing';
        at: number;
      } | null;
      failing_since: number | null;
      last_error: string | null;
      last_delivered_at: number | null;
      previous_secret_expires_at: number | null;
      created_at: number;
    };
    WebhookEndpointUpdateDto: {
      /**
       * Format: uri
       * @description Where events are sent to: https, at a public address
       */
      url?: string;
      events?: (
        | 'video.queued'
        | 'video.in_progress'
        | 'video.completed'
        | 'video.failed'
        | 'video.canceled'
        | 'image.queued'
        | 'image.in_progress'
        | 'image.completed'
        | 'image.failed'
        | 'image.canceled'
        | 'restoration.queued'
        | 'restoration.in_progress'
        | 'restoration.completed'
        | 'restoration.failed'
        | 'restoration.canceled'
        | 'credits.low'
        | 'key.budget_exhausted'
        | 'model.deprecated'
      )[];
      /** @description Whether events are delivered */
      enabled?: boolean;
    };
  };
  responses: {
    /** @description The request was refused */
    ClientProblem: {
      headers: {
        /** @description Seconds to wait; sent with 429 */
        'Retry-After'?: number;
        'Luit-Version': components['headers']['Luit-Version'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['Link'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        /** @description Whether the same request may succeed within a minute: after `Retry-After`, or else after a moment */
        'X-Should-Retry'?: 'true' | 'false';
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The request could not be handled right now */
    ServerProblem: {
      headers: {
        /** @description Seconds to wait; sent with 503 */
        'Retry-After'?: number;
        'Luit-Version': components['headers']['Luit-Version'];
        Deprecation: components['headers']['Deprecation'];
        Sunset: components['headers']['Sunset'];
        Link: components['headers']['Link'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        /** @description Whether the same request may succeed within a minute: after `Retry-After`, or else after a moment */
        'X-Should-Retry'?: 'true' | 'false';
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description The version of the response */
    'Luit-Version': '2026-11-28';
    /** @description Only about a deprecated model: since when, as `@` and Unix seconds (RFC 9745) */
    Deprecation: string;
    /** @description Only about a deprecated model: when requests for it are refused (RFC 8594) */
    Sunset: string;
    /** @description Only about a deprecated model: the one to use instead */
    Link: string;
    /** @description Names the request in our logs; the same as `request_id` of a problem */
    'X-Request-Id': string;
    /** @description The requests `q` that the key may send in `w` seconds (draft-ietf-httpapi-ratelimit-headers-11) */
    'RateLimit-Policy': string;
    /** @description The requests `r` that are left, and the seconds `t` until all are available again */
    RateLimit: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  PublicBalance_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyBalance'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The id of the last item of the previous page */
        after?: string;
        /** @description Only what was created then or later: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_after?: string;
        /** @description Only what was created earlier: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_before?: string;
        /** @description By the time of creation */
        order?: 'asc' | 'desc';
        /** @description Only the results that were asked for at once, by the id in `luit.set` */
        set?: string;
        status?: 'queued' | 'in_progress' | 'completed' | 'failed';
        /** @description Only what was created with these pairs, for example `metadata[order]=1742` */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['Image'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewImageDto'];
        'multipart/form-data': components['schemas']['NewImageDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_edit: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImageEditDto'];
        'multipart/form-data': components['schemas']['ImageEditDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageResults'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_generate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImageGenerationDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImageResults'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            object: 'image.deleted';
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_cancel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Images_content: {
    parameters: {
      query?: {
        variant?: 'image' | 'thumbnail';
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The requested range */
      206: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicModels_list: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['Model'][];
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicModels_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Model'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Quotes_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuoteDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The id of the last item of the previous page */
        after?: string;
        /** @description Only what was created then or later: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_after?: string;
        /** @description Only what was created earlier: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_before?: string;
        /** @description By the time of creation */
        order?: 'asc' | 'desc';
        /** @description Only the results that were asked for at once, by the id in `luit.set` */
        set?: string;
        status?: 'queued' | 'in_progress' | 'completed' | 'failed';
        /** @description Only what was created with these pairs, for example `metadata[order]=1742` */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['Restoration'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRestorationDto'];
        'multipart/form-data': components['schemas']['NewRestorationDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restoration'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restoration'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            object: 'restoration.deleted';
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_cancel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Restoration'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Restorations_content: {
    parameters: {
      query?: {
        variant?: 'image' | 'thumbnail';
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The requested range */
      206: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicTransactions_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The id of the last item of the previous page */
        after?: string;
        /** @description Only what was created then or later: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_after?: string;
        /** @description Only what was created earlier: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_before?: string;
        type?: 'purchase' | 'usage' | 'refund' | 'adjustment' | 'grant';
        status?: 'pending' | 'completed' | 'reversed';
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['Transaction'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicUsage_read: {
    parameters: {
      query?: {
        group_by?: 'day' | 'model' | 'key';
        /** @description First day, in IST; by default 30 days that end with the last day */
        from?: string;
        /** @description Last day, in IST; today by default */
        to?: string;
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Usage'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicUsage_file: {
    parameters: {
      query?: {
        group_by?: 'day' | 'model' | 'key';
        /** @description First day, in IST; by default 30 days that end with the last day */
        from?: string;
        /** @description Last day, in IST; today by default */
        to?: string;
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/csv': Blob;
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_list: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The id of the last item of the previous page */
        after?: string;
        /** @description Only what was created then or later: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_after?: string;
        /** @description Only what was created earlier: Unix seconds or a timestamp such as 2026-11-21T15:00:00+05:30 */
        created_before?: string;
        /** @description By the time of creation */
        order?: 'asc' | 'desc';
        /** @description Only the results that were asked for at once, by the id in `luit.set` */
        set?: string;
        status?: 'queued' | 'in_progress' | 'completed' | 'failed';
        /** @description Only what was created with these pairs, for example `metadata[order]=1742` */
        metadata?: {
          [key: string]: string;
        };
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['Video'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewVideoDto'];
        'multipart/form-data': components['schemas']['NewVideoDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Video'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Video'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            object: 'video.deleted';
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_cancel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Video'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_content: {
    parameters: {
      query?: {
        variant?: 'video' | 'thumbnail';
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      /** @description The requested range */
      206: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob;
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  VideoEvents_read: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
        /** @description The `sequence` of the newest state that the client has; 204 if it is the final one */
        'Last-Event-ID'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events named `video.queued`, `video.in_progress`, `video.completed`, `video.failed` and `video.canceled`. Each has the `sequence` of the video as its `id` and the whole `Video` as JSON in its `data`. A line that begins with a colon comes every 15 seconds. The stream ends after the final state. */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example id: 4
           *     event: video.completed
           *     data: {"id":"019abf2e-5b0c-7c3e-9d50-3f6a1c2b4d5e","object":"video","status":"completed"}
           */
          'text/event-stream': string;
        };
      };
      /** @description The client knows the final state. Browsers do not connect again */
      204: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  Videos_remix: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RemixDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Video'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_list: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['WebhookEndpoint'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewWebhookEndpointDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedWebhookEndpoint'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_get: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_remove: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            object: 'webhook_endpoint.deleted';
            /** @enum {boolean} */
            deleted: true;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_update: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointUpdateDto'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_deliveries: {
    parameters: {
      query?: {
        limit?: number;
        /** @description The id of the last item of the previous page */
        after?: string;
      };
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            object: 'list';
            data: components['schemas']['WebhookDelivery'][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
          };
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_rotate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Repeating a key with the same input returns the first result; with different input, it is refused. */
        'Idempotency-Key'?: string;
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedWebhookEndpoint'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  PublicWebhookEndpoints_test: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; if absent, the one that was the newest when the key was created */
        'Luit-Version'?: '2026-11-28';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          Deprecation: components['headers']['Deprecation'];
          Sunset: components['headers']['Sunset'];
          Link: components['headers']['Link'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      '4XX': components['responses']['ClientProblem'];
      '5XX': components['responses']['ServerProblem'];
    };
  };
  webhook_video_queued: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'video.queued';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Video'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_video_in_progress: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'video.in_progress';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Video'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_video_completed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'video.completed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Video'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_video_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'video.failed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Video'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_video_canceled: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'video.canceled';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Video'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_image_queued: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'image.queued';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Image'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_image_in_progress: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'image.in_progress';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Image'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_image_completed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'image.completed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Image'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_image_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'image.failed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Image'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_image_canceled: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'image.canceled';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Image'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_restoration_queued: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'restoration.queued';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Restoration'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_restoration_in_progress: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'restoration.in_progress';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Restoration'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_restoration_completed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'restoration.completed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Restoration'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_restoration_failed: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'restoration.failed';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Restoration'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_restoration_canceled: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'restoration.canceled';
          /** Format: date-time */
          timestamp: string;
          data: components['schemas']['Restoration'];
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_credits_low: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'credits.low';
          /** Format: date-time */
          timestamp: string;
          data: {
            /** @enum {string} */
            object: 'balance';
            available: number;
            last_request_credits: number;
          };
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_key_budget_exhausted: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'key.budget_exhausted';
          /** Format: date-time */
          timestamp: string;
          data: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            object: 'api_key';
            name: string;
            test: boolean;
            /** @enum {string} */
            period: 'month' | 'total';
            budget: {
              monthly_credits: number | null;
              total_credits: number | null;
              used_this_month: number;
              used: number;
              /** Format: date-time */
              resets_at: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_model_deprecated: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'model.deprecated';
          /** Format: date-time */
          timestamp: string;
          data: {
            id: string;
            /** @enum {string} */
            object: 'model';
            name: string;
            /** Format: date-time */
            deprecated_at: string;
            /** Format: date-time */
            ends_at: string;
            replacement: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhook_webhook_test: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same at each attempt and replay */
        'webhook-id': string;
        /** @description When this attempt was sent, Unix seconds */
        'webhook-timestamp': string;
        /** @description `v1,` and the signature of Standard Webhooks 1.0 in base64; two of them while a secret is rotated */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          type: 'webhook.test';
          /** Format: date-time */
          timestamp: string;
          data: {
            /** Format: uuid */
            endpoint_id: string;
          };
        };
      };
    };
    responses: {
      /** @description Turns the endpoint off */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The event was received */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
