import type { RequestView } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { BeforeAfter } from '@luit/ui/before-after';
import { Button } from '@luit/ui/button';
import { Download, RotateCcw } from 'lucide-react';
import { formatCredits, formatDateTime } from '../../../lib/format';
import { saveFile } from '../../../lib/save-file';
import { useServices } from '../../../lib/services';
import { useBalance } from '../../credits/api/get-balance';
import { downloadResult } from '../../generation/api/download-result';
import { Fact, Facts } from '../../generation/components/facts';
import { generationCopy } from '../../generation/copy';
import { moneyStory } from '../../generation/money-story';
import { useDownload } from '../../generation/use-download';
import { restoreCopy } from '../copy';
import type { Restoration } from '../use-restoration';

export function RestoredView({ restoration, onAgain }: { restoration: Restoration; onAgain: () => void }) {
  const { api } = useServices();
  const { before, after, restored, request, requestId } = restoration;
  const { isSaving, error, dismiss, download } = useDownload(() =>
    restored ? saveFile(restored, restored.name) : downloadResult(api, requestId, { name: 'restored' }),
  );

  return (
    <section aria-labelledby="restored" className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      {before && after && (
        <BeforeAfter
          before={{ src: before, label: restoreCopy.before }}
          after={{ src: after, label: restoreCopy.after }}
          label={restoreCopy.slider}
        />
      )}
      <div className="grid gap-6">
        <h1 id="restored" className="text-page wide">
          {restoreCopy.done}
        </h1>
        {error && (
          <Alert tone="danger" onDismiss={dismiss}>
            {error}
          </Alert>
        )}
        <div className="grid gap-3">
          <Button
            tone="muga"
            size="lg"
            busy={isSaving}
            icon={<Download className="size-5" aria-hidden />}
            onClick={download}
          >
            {restoreCopy.download}
          </Button>
          <Button tone="quiet" icon={<RotateCcw className="size-4" aria-hidden />} onClick={onAgain}>
            {restoreCopy.again}
          </Button>
        </div>
        {request ? <Paid request={request} /> : <p className="text-sm text-muted">{restoreCopy.ownKeyMoney}</p>}
      </div>
    </section>
  );
}

function Paid({ request }: { request: RequestView }) {
  const { credits } = useBalance();
  return (
    <Facts>
      <Fact name={restoreCopy.restoredAt}>{formatDateTime(request.completedAt ?? request.createdAt)}</Fact>
      <Fact name={generationCopy.charged}>{formatCredits(request.credits)}</Fact>
      <Fact name={generationCopy.money}>{moneyStory(request)}</Fact>
      <Fact name={generationCopy.balance}>{formatCredits(credits)}</Fact>
      <Fact name={generationCopy.requestId}>{request.request_id}</Fact>
    </Facts>
  );
}
