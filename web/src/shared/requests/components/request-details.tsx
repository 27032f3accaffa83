import { t } from '@lingui/core/macro';
import { makesVideo } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { plansQuery } from '../../plans/get-plans';
import { ENHANCEMENTS, QUALITIES } from '../../plans/restore-options';
import { chargeSummary } from '../charge-summary';
import { ApiCallDisclosure } from '../../api-calls/api-call-disclosure';
import { Detail, Details } from './details';
import { PARAMETERS, parameterText, parameterTexts } from '../../parameters/parameter-texts';

/** What a request was made with and what it cost. */
export function RequestDetails({ request }: { request: RequestView }) {
  return (
    <>
      <Details>
        {request.prompt && (
          <Detail name={t`Prompt`} className="sm:col-span-2">
            <bdi>{request.prompt}</bdi>
          </Detail>
        )}
        {request.status === 'completed' && (
          <Detail name={t({ message: 'Generated', context: 'label of a date' })}>
            {formatDateTime(request.completedAt ?? request.createdAt)}
          </Detail>
        )}
        <Detail name={t`Payment`}>{chargeSummary(request)}</Detail>
        {request.type === 'restore' ? <RestoreFacts request={request} /> : <VideoFacts request={request} />}
        <Detail name={t`Request ID`}>{request.request_id}</Detail>
      </Details>
      {request.status === 'completed' && makesVideo(request.type) && !request.takedown && (
        <ApiCallDisclosure request={request} />
      )}
      {request.status === 'completed' && (
        <Link
          to={`/report?about=${request.id}`}
          className="mt-3 inline-block font-semibold text-info underline-offset-4 hover:underline"
        >
          {t`Report this result`}
        </Link>
      )}
    </>
  );
}

function VideoFacts({ request }: { request: RequestView }) {
  const { model } = request;
  const { api } = useServices();
  const { data } = useQuery(plansQuery(api));
  const named = data && [...data.models, ...data.imageModels, ...data.retired];
  const modelName = named?.find(({ id }) => id === model)?.name ?? model;
  return (
    <>
      {modelName && <Detail name={t`Model`}>{modelName}</Detail>}
      {PARAMETERS.map((name) => {
        const text = parameterText(request, name);
        return (
          text !== null && (
            <Detail key={name} name={parameterTexts[name].name}>
              {text}
            </Detail>
          )
        );
      })}
    </>
  );
}

function RestoreFacts({ request: { restore } }: { request: RequestView }) {
  const quality = QUALITIES.find(({ id }) => id === restore?.quality);
  const enhancement = ENHANCEMENTS.find(({ id }) => id === restore?.enhancement);
  return (
    <>
      {quality && (
        <Detail name={t`Quality`}>
          {quality.name}, {quality.text}
        </Detail>
      )}
      {enhancement && (
        <Detail name={t`Enhancement`}>
          {enhancement.name}, {enhancement.text}
        </Detail>
      )}
      {restore?.colorRestoration && <Detail name={t`Color restoration`}>{t`Yes`}</Detail>}
    </>
  );
}
