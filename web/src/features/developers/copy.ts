import { t } from '@lingui/core/macro';

export const developersCopy = {
  get pageTitle() {
    return t`Developers · Luit`;
  },
  get heading() {
    return t`Luit for your own programs`;
  },
  get lead() {
    return t({
      message:
        'Make videos and restore photos with an API key whose budget can’t be exceeded. `/v1/videos` follows the Videos API, so the `openai` clients work with a different base URL.',
    });
  },
  get toKeys() {
    return t`Create an API key`;
  },
  get toOpenApi() {
    return t`OpenAPI document`;
  },
  get contents() {
    return t`Contents`;
  },
  get languages() {
    return t`Programming language`;
  },
  get curlNote() {
    return t({
      message:
        'Three calls. The first returns the `id` of the video; the other two read it from the environment: `export VIDEO_ID=…`.',
    });
  },
  get typescriptNote() {
    return t({
      message: 'Without any package. Save it as `create-video.mts`; Node.js 22.18 and later run it as it is.',
    });
  },
  get nodeClientNote() {
    return t({
      message: 'With the unmodified client: `npm install openai`. It retries requests with status 429 on its own.',
    });
  },
  get pythonNote() {
    return t({
      message: 'Without any package. The unmodified `openai` client for Python works as well, with `base_url`.',
    });
  },
  needsScope: (scope: string) => t({ message: `Needs the scope \`${scope}\`.` }),
  answerIs: (answer: string) => t({ message: `Returns \`${answer}\`.` }),
  fieldsLabel: (object: string) => t`Fields of ${object}`,
  get fields() {
    return t`Fields`;
  },
  get parameters() {
    return t`Parameters`;
  },
  parametersLabel: (route: string) => t`Parameters of ${route}`,
  get code() {
    return t({ message: 'Code', context: 'of an error' });
  },
  get remedy() {
    return t`What to do`;
  },
  get errors() {
    return t`Error codes`;
  },
};

/** Words in the prompt of a test, and what they do. */
export function testPrompts(): { words: string; effect: string }[] {
  return [
    { words: 'test: fail', effect: t({ message: 'The video fails with the code `generation_failed`.' }) },
    { words: 'test: refuse', effect: t({ message: 'The video fails with the code `refused_by_policy`.' }) },
    { words: 'test: slow', effect: t`The video takes a minute, so you can follow or cancel it.` },
  ];
}

/** What a program does about each error of the public API that it may meet. */
export function remedies(): { status: number; code: string; remedy: string }[] {
  return [
    { status: 400, code: 'validation_failed', remedy: t({ message: 'Correct the field that `error.param` names.' }) },
    {
      status: 400,
      code: 'unsupported_combination',
      remedy: t({ message: 'Choose a length and size that the model makes: see `/v1/models`.' }),
    },
    { status: 401, code: 'unauthorized', remedy: t`Check the key: it is missing, incomplete, revoked or expired.` },
    { status: 402, code: 'insufficient_credits', remedy: t({ message: '[Buy credits](/pricing).' }) },
    { status: 402, code: 'key_budget_exhausted', remedy: t`Raise the budget of the key, or wait for the next month.` },
    {
      status: 403,
      code: 'forbidden',
      remedy: t`The key lacks a scope or a budget, or may not use this model or your network.`,
    },
    { status: 404, code: 'not_found', remedy: t`Check the id: your account has nothing with this id.` },
    {
      status: 409,
      code: 'conflict',
      remedy: t`Wait a moment: the video is not ready yet, or your first request with this key is still being accepted.`,
    },
    {
      status: 422,
      code: 'idempotency_conflict',
      remedy: t`Use a new key: this one belongs to a request with another body.`,
    },
    { status: 422, code: 'refused_by_policy', remedy: t`Change the prompt or the image: our policy doesn’t allow it.` },
    { status: 429, code: 'too_many_requests', remedy: t({ message: 'Wait the seconds in `Retry-After`.' }) },
    {
      status: 429,
      code: 'key_concurrency_reached',
      remedy: t`Wait until one of your unfinished videos is done.`,
    },
    { status: 503, code: 'unavailable', remedy: t({ message: 'Wait the seconds in `Retry-After`.' }) },
  ];
}
