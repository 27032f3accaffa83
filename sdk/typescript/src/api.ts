// Written by `npm run openapi` from docs/openapi-v1.json.

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
     * Returns what a video or a restoration would cost now; nothing is reserved
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
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
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
    /** @description A model, with each length and resolution that it makes and their credits. */
    Model: {
      id: string;
      /** @enum {string} */
      object: 'model';
      /** @enum {string} */
      owned_by: 'luit';
      luit: {
        name: string;
        is_default: boolean;
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
      /** @default 5 */
      seconds?: string;
      /**
       * @description Resolution and aspect ratio; without it, 480p in the ratio that the model chooses
       * @enum {string}
       */
      size?: '854x480' | '480x854' | '480x480' | '1280x720' | '720x1280' | '720x720';
      /** @description Repeats a video with the same input; drawn by the server if absent */
      seed?: number;
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
        | 'request_timeout'
        | 'conflict'
        | 'email_taken'
        | 'idempotency_conflict'
        | 'price_changed'
        | 'payment_mismatch'
        | 'awaiting_payment'
        | 'not_refundable'
        | 'promo_code_not_redeemable'
        | 'cancel_not_possible'
        | 'stale_lease'
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
          | 'request_timeout'
          | 'conflict'
          | 'email_taken'
          | 'idempotency_conflict'
          | 'price_changed'
          | 'payment_mismatch'
          | 'awaiting_payment'
          | 'not_refundable'
          | 'promo_code_not_redeemable'
          | 'cancel_not_possible'
          | 'stale_lease'
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
      resolution: string;
      credits: number;
    };
    QuoteDto: {
      /** @description The default model if absent */
      model?: string;
      /** @default 5 */
      seconds?: string;
      /** @enum {string} */
      size?: '854x480' | '480x854' | '480x480' | '1280x720' | '720x1280' | '720x720';
      /** @description Whether the video starts with an image */
      has_input_reference?: boolean;
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
    /** @description A restored photo. Fields that only Luit has are under `luit`. */
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
    /** @description A video, as in the Videos API. Fields that only Luit has are under `luit`. */
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
        test: boolean;
        seed: number | null;
      };
    };
  };
  responses: {
    /** @description The request was refused */
    ClientProblem: {
      headers: {
        /** @description Seconds to wait; sent with 429 */
        'Retry-After'?: number;
        'Luit-Version': components['headers']['Luit-Version'];
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
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
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
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
    'Luit-Version': '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
  PublicModels_list: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
  Quotes_create: {
    parameters: {
      query?: never;
      header?: {
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description By the time of creation */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
      };
      header?: {
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description By the time of creation */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
      /** @description The file */
      200: {
        headers: {
          'Luit-Version': components['headers']['Luit-Version'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': Blob;
        };
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
        /** @description The version that the program was written for; the newest if absent */
        'Luit-Version'?: '2026-12-01';
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
}
