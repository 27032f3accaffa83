import { t } from '@lingui/core/macro';
import { Code, Prose } from '../../../shared/code/prose';

/** What a program does about each error of the public API that it may meet. */
function remedies(): { status: number; code: string; remedy: string }[] {
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
      code: 'idempotency_in_progress',
      remedy: t`Wait a second and try again: your first request with this key is still being accepted.`,
    },
    { status: 409, code: 'not_finished', remedy: t`Wait until the video is done.` },
    {
      status: 410,
      code: 'model_retired',
      remedy: t({ message: 'Use the model that `details.replacement` names, if any.' }),
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

/** The errors that a program may meet, each with what to do about it. On phones, the status stands above the code. */
export function ErrorTable() {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t`Error codes`}</caption>
      <thead className="text-left text-label text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2 pr-4 font-semibold">
            {t({ message: 'Code', context: 'of an error' })}
          </th>
          <th scope="col" className="py-2 font-semibold">
            {t`What to do`}
          </th>
        </tr>
      </thead>
      <tbody>
        {remedies().map(({ status, code, remedy }) => (
          <tr key={code} className="border-b border-line align-top">
            <th scope="row" className="py-2.5 pr-4 text-left font-normal sm:whitespace-nowrap">
              <span className="mr-2 font-semibold tabular-nums max-sm:block">{status}</span>
              <Code>{code}</Code>
            </th>
            <td className="py-2.5">
              <Prose>{remedy}</Prose>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
