import type { InstanceSettings, ProviderKind } from '@luit/contracts/generation/provider-instances';
import { buttonClass } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { TextLink } from '../../components/text-link';
import { useServices } from '../../lib/services';
import { providersQuery } from '../providers/providers-query';

/** Where servers of operators say what became of a task, with their errors. */
const PATHS: Partial<Record<ProviderKind, string>> = {
  comfyui: '/history/',
  'comfy-v2': '/api/v2/jobs/',
  'videos-api': '/v1/videos/',
};

/** A task with links to its provider, and to what an own server says about it. */
export function TaskLink({ provider, taskId }: { provider: string; taskId: string }) {
  const { client } = useServices();
  const { data } = useQuery(providersQuery(client));
  const settings = data?.providers.find(({ name }) => name === provider)?.settings;
  const url = settings && recordUrl(settings, taskId);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted wrap-anywhere">
        Task <code>{taskId}</code> at <TextLink to="/providers">{provider}</TextLink>
      </p>
      {url && (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
          <ExternalLink aria-hidden className="size-4" />
          Open the record of the server
        </a>
      )}
    </div>
  );
}

/** The node of the output, which follows the id, is no part of it. */
function recordUrl({ kind, baseUrl, isOwn }: InstanceSettings, taskId: string): string | undefined {
  const path = PATHS[kind];
  const [id = ''] = taskId.split('/');
  return isOwn && path ? `${baseUrl}${path}${encodeURIComponent(id)}` : undefined;
}
