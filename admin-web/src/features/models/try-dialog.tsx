import type { ModelCheck } from '@luit/contracts/generation/model-checks';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { ExternalLink } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../lib/admin-error';
import { fieldsOf, listOf, valueAt } from './form/entry-paths';
import { TaskLink } from './task-link';
import { useModelCheck } from './use-model-check';

const STARTS = { text: 'A prompt alone', image: 'A sample image and the prompt' };
/** In links to what own servers and runners made. */
const FILES = '/api/files/runner-outputs/';
const EXAMPLE = 'A heron lifts off a sandbar in the Brahmaputra at dawn';

/** Runs the entry that is edited once on one of its routes. The vendor charges for it; no customer's totals include it. */
export function TryDialog({ entry, onClose }: { entry: unknown; onClose: () => void }) {
  const providers = listOf(valueAt(entry, 'routes')).map((route) => String(fieldsOf(route).provider));
  const starts = (['text', 'image'] as const).filter((start) => valueAt(entry, `starts.${start}`));
  const [provider, setProvider] = useState(providers[0] ?? '');
  const [start, setStart] = useState<string>(starts[0] ?? 'text');
  const [prompt, setPrompt] = useState(EXAMPLE);
  const run = useModelCheck('run');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run.start({ entry, provider, start, prompt });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Try it"
      description="Runs this entry once with its defaults, published or not. The vendor charges for it. No customer pays, and no total includes it."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label="Route" value={provider} onChange={(event) => setProvider(event.target.value)}>
            {providers.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          <Select label="Starts from" value={start} onChange={(event) => setStart(event.target.value)}>
            {starts.map((each) => (
              <option key={each} value={each}>
                {STARTS[each]}
              </option>
            ))}
          </Select>
        </div>
        <Textarea
          label="Prompt"
          className="[&_textarea]:min-h-20"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
        {run.error && <Alert tone="danger">{errorMessage(run.error)}</Alert>}
        {run.check && <Result check={run.check} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={run.isRunning} disabled={prompt.trim() === ''}>
            {`Run on ${provider}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Result({ check: { state, provider, model, input, taskId, outputUrl, error } }: { check: ModelCheck }) {
  return (
    <section aria-label="Result" className="grid gap-3 rounded-control border border-line p-4 text-sm">
      <p>
        {'Sent to '}
        <code className="font-semibold wrap-anywhere">{model}</code>
      </p>
      <pre
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-control bg-sunken p-3 text-label break-words whitespace-pre-wrap"
      >
        {JSON.stringify(input, null, 2)}
      </pre>
      <p role="status" className="font-semibold">
        {state === 'succeeded'
          ? 'It succeeded.'
          : state === 'failed'
            ? 'It failed.'
            : taskId
              ? 'It is running …'
              : 'It is being sent …'}
      </p>
      {error && <p className="text-danger wrap-anywhere">{error}</p>}
      {taskId && <TaskLink provider={provider} taskId={taskId} />}
      {outputUrl && <Output url={outputUrl} />}
    </section>
  );
}

/** What an own server or a runner made is shown here. Another address comes from a vendor, so only one of the web is a link. */
function Output({ url }: { url: string }) {
  if (url.includes(FILES)) {
    const className = 'max-h-80 w-full rounded-control bg-sunken object-contain';
    return /\.mp4(\?|$)/.test(url) ? (
      <video src={url} controls loop muted playsInline aria-label="The result" className={className} />
    ) : (
      <img src={url} alt="The result" className={className} />
    );
  }
  if (!/^https?:\/\//.test(url)) return <p className="wrap-anywhere">{url}</p>;
  return (
    <div>
      <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
        <ExternalLink aria-hidden className="size-4" />
        Open the result at the vendor
      </a>
    </div>
  );
}
