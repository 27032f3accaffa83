import { UploadProgress } from '../../../shared/images/upload/upload-progress';
import { CancelButton } from '../../../shared/requests/components/cancel-button';
import { ProcessingView } from '../../../shared/requests/components/processing-view';
import { shownProgress } from '../../../shared/requests/progress';
import type { Generation } from '../use-generation';

/** What is sent, waits or is made. */
export function WaitingStage({ generation }: { generation: Generation }) {
  const { progress, order, request, requestId, upload } = generation;
  return (
    <ProcessingView
      noun={generation.makesImages ? 'image' : 'video'}
      heading="h2"
      progress={request && shownProgress(request) === null ? null : progress}
      requestId={requestId}
      upload={!requestId && upload.state && <UploadProgress state={upload.state} onCancel={upload.cancel} />}
      prompt={request?.prompt ?? order?.prompt ?? ''}
      credits={request?.credits ?? order?.credits ?? 0}
      request={request}
      startedAt={request?.createdAt ?? order?.createdAt}
      isUnreachable={generation.isUnreachable}
      action={request && <CancelButton key={request.id} request={request} />}
    />
  );
}
