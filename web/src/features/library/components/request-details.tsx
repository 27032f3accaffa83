import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useServices } from '../../../lib/services';
import { plansQuery } from '../../../shared/plans/get-plans';
import { ENHANCEMENTS, QUALITIES } from '../../../shared/plans/restore-options';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import { ApiCallDisclosure } from '../../../shared/api-calls/api-call-disclosure';
import { Detail, Details } from '../../../shared/requests/components/details';
import { requestCopy } from '../../../shared/requests/copy';
import { aspectRatioOf } from '../compare-rows';
import { libraryCopy } from '../copy';

/** What a request was made with and what it cost. */
export function RequestDetails({ request }: { request: RequestView }) {
  return (
    <>
      <Details>
        <Detail name={requestCopy.payment}>{chargeSummary(request)}</Detail>
        {request.type === 'restore' ? <RestoreFacts request={request} /> : <VideoFacts request={request} />}
        <Detail name={requestCopy.requestId}>{request.request_id}</Detail>
      </Details>
      {request.status === 'completed' && request.type !== 'restore' && !request.takedown && (
        <ApiCallDisclosure request={request} />
      )}
      {request.status === 'completed' && (
        <Link
          to={`/report?about=${request.id}`}
          className="mt-3 inline-block font-semibold text-info underline-offset-4 hover:underline"
        >
          {libraryCopy.report}
        </Link>
      )}
    </>
  );
}

function VideoFacts({ request }: { request: RequestView }) {
  const { model, planId, options } = request;
  const { api } = useServices();
  const { data } = useQuery(plansQuery(api));
  const modelName = data?.models.find(({ id }) => id === model)?.name ?? model;
  const aspectRatio = aspectRatioOf(request);
  const quality = data?.plans.find(({ id }) => id === planId)?.quality;
  return (
    <>
      {modelName && <Detail name={libraryCopy.facts.model}>{modelName}</Detail>}
      {quality && <Detail name={libraryCopy.facts.quality}>{quality}</Detail>}
      {aspectRatio && <Detail name={libraryCopy.facts.aspectRatio}>{aspectRatio}</Detail>}
      {options && options.seed !== null && <Detail name={libraryCopy.facts.seed}>{options.seed}</Detail>}
    </>
  );
}

function RestoreFacts({ request: { restore } }: { request: RequestView }) {
  const quality = QUALITIES.find(({ id }) => id === restore?.quality);
  const enhancement = ENHANCEMENTS.find(({ id }) => id === restore?.enhancement);
  return (
    <>
      {quality && (
        <Detail name={libraryCopy.facts.quality}>
          {quality.name}, {quality.text}
        </Detail>
      )}
      {enhancement && (
        <Detail name={libraryCopy.facts.enhancement}>
          {enhancement.name}, {enhancement.text}
        </Detail>
      )}
      {restore?.colorRestoration && <Detail name={libraryCopy.facts.color}>{libraryCopy.facts.yes}</Detail>}
    </>
  );
}
