import { t } from '@lingui/core/macro';
import { KEY_PATTERN, LIMIT_HEADERS, versionHeader, WEBHOOK_MESSAGE } from './samples';

/** A paragraph in Markdown, or something else that stands between paragraphs. */
export type Block =
  | string
  /** A file of docs/examples. */
  | { example: string }
  /** Code or headers that need no file, in English. */
  | { name: string; code: string }
  | {
      part:
        | 'environment'
        | 'test prompts'
        | 'agent settings'
        | 'quick start'
        | 'errors'
        | 'events'
        | 'reference'
        | 'objects';
    };

export interface GuideSection {
  id: string;
  title: string;
  blocks: Block[];
}

/** How a program uses Luit, from its key to its bill. @param version of the public API */
export function guide(version: string): GuideSection[] {
  return [
    {
      id: 'key',
      title: t`Get a key`,
      blocks: [
        t({
          message:
            '[Sign up](/auth?mode=signup), and create a key under [API keys](/settings/api) with the scopes and the budget that your program needs. The key is shown once. With a [key for tests](#tests), you need no credits; for real videos, [buy some](/pricing).',
        }),
        t`Put the address of this site and the key into your environment. The examples on this page read them from there.`,
        { part: 'environment' },
        t({
          message:
            'Every request carries the key in the header `Authorization: Bearer`. A key in a URL is refused, because URLs end up in logs.',
        }),
        t({
          message:
            'The scope `videos:write` is for creating, canceling and deleting, `videos:read` for reading and downloading, and `billing:read` for the balance, transactions and usage. The examples on this page need all three. All live keys of an account see the videos of the whole account.',
        }),
      ],
    },
    {
      id: 'first-video',
      title: t`Your first video`,
      blocks: [
        t`This program creates a video, waits until it is done and saves it.`,
        { part: 'quick start' },
        t({
          message:
            'Only `prompt` is required; [Models and prices](#prices) shows where the other values come from. Each response is the whole video. Times are Unix seconds. Fields that only Luit has are under `luit`: for example `credits`, `money`, which says what became of them (`held`, `captured`, `returned` or `refunded`), and `queue_position`.',
        }),
        { example: 'video.json' },
      ],
    },
    {
      id: 'tests',
      title: t`Test without paying`,
      blocks: [
        t({
          message:
            'A key for tests begins with `luit_test_`. You choose what a key is for when you create it. It works on the same routes as a live key, including the examples on this page, but its videos cost nothing and only say TEST. No model makes them, so they are ready within seconds, even while models are down.',
        }),
        t({
          message:
            'Test keys spend test credits. Your account gets new ones every day in Indian time, and `/v1/balance` says how many are left. Prices, budgets, limits and errors are those of live keys, so a program that works with a test key works with a live one.',
        }),
        t`Words in the prompt decide how a test ends:`,
        { part: 'test prompts' },
        t({
          message:
            'Live keys don’t see tests, and test keys see nothing else. Your [webhooks](#webhooks) receive the events of both; `luit.test` tells them apart. A test is deleted a day after it ends, as its `expires_at` says, and then the answer is 404.',
        }),
      ],
    },
    {
      id: 'wait',
      title: t`Wait for the result`,
      blocks: [
        t({
          message:
            'A video is `queued`, then `in_progress`, and in the end `completed` or `failed`, usually within minutes. There are three ways to wait: poll every few seconds, as above; follow its event stream; or receive [webhooks](#webhooks).',
        }),
        t({
          message:
            'The stream consists of server-sent events and ends after the final state. The data of an event is the whole video, and its id is `luit.sequence`. If the connection breaks, connect again and send the last id as `Last-Event-ID`. Status 204 means that you know the final state.',
        }),
        { example: 'follow-video.sh' },
        t({ message: 'This program follows the stream until the end, even across broken connections.' }),
        { example: 'follow-video.ts' },
      ],
    },
    {
      id: 'webhooks',
      title: t`Receive webhooks`,
      blocks: [
        t({
          message:
            'Add the `https://` URL of your program under [Webhooks](/settings/webhooks) and choose its events. Its signing secret, which begins with `whsec_`, is shown once. You can send a test event from the same page. On your own computer, use a tunnel with a public URL. An endpoint receives events only about videos that were created after it.',
        }),
        { part: 'events' },
        t({
          message:
            'Programs can manage endpoints at `/v1/webhook_endpoints`, with a live key that has the scope `webhooks:write`.',
        }),
        t({
          message:
            'A message has a `type`, a `timestamp`, and as `data` the video, image or restoration as it was then. The `data` of `credits.low` says how many credits are left, and that of `key.budget_exhausted` is the key with its budget. `model.deprecated` says until when a model can be used and what to use instead. A message that you send to try out your endpoint has the type `webhook.test`.',
        }),
        { name: 'message', code: WEBHOOK_MESSAGE },
        t({
          message:
            'Messages follow Standard Webhooks, so its libraries verify them, for example `npm install standardwebhooks`. This program reads the signing secret from `LUIT_WEBHOOK_SECRET`.',
        }),
        { example: 'receive-webhooks.ts' },
        t({
          message:
            'Without a library: a signature is `v1,` and the Base64 form of the HMAC-SHA256 of `webhook-id`, `webhook-timestamp` and the raw body, joined with periods. The HMAC key is what follows `whsec_`, decoded from Base64. For 24 hours after you replace a secret, there are two signatures with a space between them, and one of them has to match.',
        }),
        t`Respond with a 2xx status within 10 seconds. Otherwise the message is sent again after 5 seconds, 5 minutes and 30 minutes, and then after 2, 5, 10 and 14 hours. Redirects are not followed.`,
        t({
          message:
            'A message can arrive twice, or after a newer one. Its `webhook-id` is always the same, and `luit.sequence` rises with each change. Messages that are five minutes old or more don’t pass verification, so the clock of your server has to be accurate.',
        }),
        t`We switch off an endpoint immediately if it responds with status 410, and also if every delivery to it fails for 5 days. Either way, we email you. You see each delivery with its response under Webhooks, and can send it again there.`,
      ],
    },
    {
      id: 'download',
      title: t`Download`,
      blocks: [
        t({
          message:
            'The video is at `/content`, and its thumbnail at `/content?variant=thumbnail`. Range requests work, so a broken download can continue. Files are kept until you delete the video.',
        }),
        { example: 'download-video.sh' },
      ],
    },
    {
      id: 'failures',
      title: t`Handle failures`,
      blocks: [
        t({
          message:
            'A video that fails has the status `failed` and an `error` with a code and a message. You pay nothing for it: its credits return automatically, to the balance and to the budget of the key. `luit.money` is then `returned`, often a moment after the webhook.',
        }),
        t({
          message:
            'A canceled video has the status `failed` and the code `canceled`, and its webhook is `video.canceled`. Once a video is ready, it can’t be canceled.',
        }),
        { example: 'cancel-video.sh' },
        t({
          message:
            'A refused request gets problem details (RFC 9457). Let your program decide by `code`, show `detail` to people, and tell us the `request_id` if you [contact us](/contact). The `error` inside is for clients of other video APIs.',
        }),
        { example: 'problem.json' },
        { part: 'errors' },
      ],
    },
    {
      id: 'limits',
      title: t`Repeat requests safely`,
      blocks: [
        t({
          message:
            'Send an `Idempotency-Key` with everything that creates something: up to 64 printable characters, for example an order number. If the connection breaks, send the same request again. For 24 hours, you get the first video instead of a second one, and pay once. A new video needs a new key.',
        }),
        t`The openai client repeats a request without a key if the connection breaks. Luit recognizes such a retry: you get the first video and pay once.`,
        t({
          message:
            'Every error says with `x-should-retry` whether sending the same request again may help. Fields and filters that don’t exist are refused, so a typing error costs nothing.',
        }),
        t({
          message:
            'Responses say how many requests a key may send: `RateLimit-Policy` allows `q` requests in `w` seconds, and `RateLimit` says that `r` of them are left and that all are available again in `t` seconds.',
        }),
        { name: 'headers', code: LIMIT_HEADERS },
        t({
          message:
            'After status 429 or 503, wait the seconds in `Retry-After` and send the request again with the same `Idempotency-Key`. A key can also have only so many unfinished videos at a time; then the code is `key_concurrency_reached`.',
        }),
      ],
    },
    {
      id: 'budgets',
      title: t`Budgets`,
      blocks: [
        t`A key can have a budget per calendar month in Indian time, one in total, or both. Credits are held when a video is accepted, so that even a thousand requests at the same moment can’t spend more than the budget. What a failed or canceled video held returns to the budget.`,
        { example: 'read-balance.sh' },
        { example: 'balance.json' },
      ],
    },
    {
      id: 'prices',
      title: t`Models and prices`,
      blocks: [
        t({
          message:
            '`/v1/models` lists the models with the fields that each takes as a JSON Schema, its exact price, and what the plans cost with it. A quote is the price of videos, images or a restoration now; it reserves nothing.',
        }),
        { example: 'quote-video.sh' },
        { example: 'quote.json' },
      ],
    },
    {
      id: 'inputs',
      title: t`Images and metadata`,
      blocks: [
        t({
          message:
            'A video can start with an image: `input_reference` is a file in a form, or in JSON `image_url` with a data URL. JPEG, PNG and WebP of up to 10 MB are accepted. Other URLs are not fetched.',
        }),
        t({
          message:
            'Where a model takes them, `last_frame` is the image that the video ends with, and `reference_images` are images of what it shows, in place of a first one. In a form, repeat the file `reference_images[]`. The images of a JSON body may have 10 MB together.',
        }),
        t({
          message:
            'With `metadata`, you attach up to 16 pairs of your own text, for example an order number. They come back under `luit.metadata` in each response and webhook, and are deleted with the video.',
        }),
        { example: 'image-to-video.sh' },
        { example: 'last-frame.sh' },
      ],
    },
    {
      id: 'remix',
      title: t`Remix a video`,
      blocks: [
        t({
          message:
            'A remix makes a finished video again with another prompt. Everything else stays the same, and `remixed_from_video_id` names the first video. It costs as much as a new one.',
        }),
        { example: 'remix-video.sh' },
      ],
    },
    {
      id: 'images',
      title: t`Create and change images`,
      blocks: [
        t({
          message:
            '`/v1/images/generations` and `/v1/images/edits` have the shape of image servers and wait up to 55 seconds. Images that take longer are answered with status 202 and their ids in `luit.images`: poll `/v1/images/:id`, because sending the request again buys more images. `/v1/images` starts them as jobs with the states, errors and webhooks of videos.',
        }),
        { example: 'create-images.sh' },
        t({
          message:
            'Each of up to four images is a request with its own price and seed: a failed one returns its credits, and the others are unaffected. All of them are accepted, or none. `/v1/images?set=` lists them by `luit.set.id`.',
        }),
        { example: 'edit-image.sh' },
      ],
    },
    {
      id: 'restorations',
      title: t`Restore photos`,
      blocks: [
        t({
          message:
            'Restorations follow the conventions of videos: they have the same states, errors and webhooks. Poll `/v1/restorations/:id`; the restored photo is at its `/content`.',
        }),
        { example: 'restore-photo.sh' },
      ],
    },
    {
      id: 'usage',
      title: t`Usage`,
      blocks: [
        t({
          message:
            '`/v1/usage` adds up requests and credits by day in Indian time, by model or by key; `/v1/usage.csv` is the same for spreadsheets. `/v1/transactions` lists every change of the balance.',
        }),
        { example: 'read-usage.sh' },
      ],
    },
    {
      id: 'agents',
      title: t`Connect an agent`,
      blocks: [
        t({
          message:
            'Agents use Luit with the Model Context Protocol. The endpoint is `/mcp`, the transport is Streamable HTTP, and the key is the same as for programs, in the header `Authorization: Bearer`. Many clients read this form of settings:',
        }),
        { part: 'agent settings' },
        t`Give each agent a key of its own, with a budget and an expiry. Whatever anyone tells the agent, it can’t spend more than the budget.`,
        t({
          message:
            'The tools are `list_models`, `quote`, `generate_video`, `generate_image`, `restore_photo`, `get_request` and `balance`. Every key needs `videos:read`; it needs `videos:write` to create and `billing:read` for `balance`. An agent does not see a tool whose scope its key lacks.',
        }),
        t({
          message:
            'An expensive request is refused with `approval_required` until the agent repeats its price as `approved_credits`. The tool tells it to do so only after a person has agreed. This prevents mistakes by well-behaved agents; the budget limits all others.',
        }),
      ],
    },
    {
      id: 'versions',
      title: t`Versions`,
      blocks: [
        t`Name the version that your program was written for. Within a version, routes, fields and values are only added, so ignore what you don’t know. Without the header, you get the newest version.`,
        { name: 'header', code: versionHeader(version) },
      ],
    },
    {
      id: 'security',
      title: t`Keep keys safe`,
      blocks: [
        t`A key belongs on your server, not in a browser, an app or a repository. Limit it to your networks. To replace it without a pause, let the old key work for up to 7 more days; a revoked key is refused within a second.`,
        t({
          message:
            'Secret scanners find keys with this pattern. The last 6 characters are the CRC-32 of everything before them in base 62, so that a scanner recognizes a key without asking us.',
        }),
        { name: 'pattern', code: KEY_PATTERN },
      ],
    },
    {
      id: 'reference',
      title: t`Reference`,
      blocks: [
        t({
          message:
            'Every route, generated from the [OpenAPI document](/v1/openapi.json), which you can also use to generate clients.',
        }),
        { part: 'reference' },
      ],
    },
    {
      id: 'objects',
      title: t`Objects`,
      blocks: [t`The fields of what the routes return.`, { part: 'objects' }],
    },
  ];
}
