import type { RequestView } from '@luit/contracts/http/requests';
import type { ReactNode } from 'react';
import { TakenDownNotice } from '../../requests/components/taken-down-notice';
import { WebPushOffer } from '../../web-push/web-push-offer';

interface ResultFrameProps {
  title: string;
  /** Undefined for what was not made on this server. */
  request: RequestView | undefined;
  media: ReactNode;
  /** One line about what is shown. */
  caption: ReactNode;
  actions: ReactNode;
}

/** What was made, as large as the stage allows, above one line of what it is and what can be done with it. */
export function ResultFrame({ title, request, media, caption, actions }: ResultFrameProps) {
  return (
    <section aria-labelledby="completed" className="flex flex-col gap-3 lg:h-full">
      <h2 id="completed" className="sr-only">
        {title}
      </h2>
      <div className="contents">{media}</div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64 text-sm">{caption}</div>
        {actions}
      </div>
      {request && <TakenDownNotice request={request} />}
      {request && <WebPushOffer />}
    </section>
  );
}
