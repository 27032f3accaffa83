import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Tabs } from '@luit/ui/tabs';
import { Link } from 'react-router-dom';
import { CodeBlock } from '../code/code-block';
import { Prose } from '../code/prose';
import { LANGUAGES, videoCall } from './video-call';

const intro = {
  get create() {
    return t({
      message:
        'This call makes a video with the same prompt, model, length, size and seed, at the current price. `LUIT_API_KEY` is your API key.',
    });
  },
  get remix() {
    return t({
      message:
        'This call makes a video with all settings and images of this one and the prompt of your choice, at the current price. `LUIT_API_KEY` is your API key.',
    });
  },
};

const LINK = 'font-semibold text-info underline underline-offset-4';

/** The call of the public API that makes a video like this one, as curl and as TypeScript. */
export default function ApiCall({ request }: { request: RequestView }) {
  const call = videoCall(request);
  const { origin } = window.location;
  return (
    <div className="mt-3 grid min-w-0 gap-3 text-sm">
      <p>
        <Prose>{intro[call.kind]}</Prose>
      </p>
      <Tabs
        label={t`Programming language`}
        tabs={LANGUAGES.map(({ name, file, write }) => ({
          value: name,
          label: name,
          content: (
            <div className="pt-3">
              <CodeBlock name={file} code={write(origin, call)} />
            </div>
          ),
        }))}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Link to="/settings/api" className={LINK}>
          {t`Create an API key`}
        </Link>
        <Link to="/developers" className={LINK}>
          {t`How to wait for the video and download it`}
        </Link>
      </p>
    </div>
  );
}
