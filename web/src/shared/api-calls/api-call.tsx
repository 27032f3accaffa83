import type { RequestView } from '@luit/contracts/http/requests';
import { Skeleton } from '@luit/ui/skeleton';
import { Tabs } from '@luit/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useServices } from '../../lib/services';
import { CodeBlock } from '../code/code-block';
import { Prose } from '../code/prose';
import { plansQuery } from '../plans/get-plans';
import { apiCallCopy } from './copy';
import { LANGUAGES, videoCall } from './video-call';

const LINK = 'font-semibold text-info underline underline-offset-4';

/** The call of the public API that makes a video like this one, as curl and as TypeScript. */
export default function ApiCall({ request }: { request: RequestView }) {
  const { api } = useServices();
  const { data } = useQuery(plansQuery(api));
  if (!data) return <Skeleton className="h-40" />;
  const call = videoCall(request, data.plans.find(({ id }) => id === request.planId)?.quality);
  const { origin } = window.location;
  return (
    <div className="mt-3 grid min-w-0 gap-3 text-sm">
      <p>
        <Prose>{apiCallCopy.intro[call.kind]}</Prose>
      </p>
      <Tabs
        label={apiCallCopy.languages}
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
        <Link to="/dashboard/api-keys" className={LINK}>
          {apiCallCopy.toKeys}
        </Link>
        <Link to="/developers" className={LINK}>
          {apiCallCopy.toReference}
        </Link>
      </p>
    </div>
  );
}
