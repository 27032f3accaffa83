import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useClipboard } from '@luit/ui/use-clipboard';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Preformatted } from '../../../components/preformatted';
import { QueryPanel } from '../../../components/query-panel';
import { EmptyMessage } from '../../../components/section';
import { errorMessage } from '../../../lib/admin-error';
import { useCan } from '../../../lib/operator';
import { useServices } from '../../../lib/services';
import { RunnerTokens } from './runner-tokens';
import { RunnerTable } from './runner-table';
import { runnersPath, runnersQuery } from './runners-query';

/** Of a provider whose jobs runners make: tokens for further machines, and the runners that have called. */
export function ConnectGpu({ instance }: { instance: string }) {
  const { client } = useServices();
  const mayConnect = useCan('providers.connect');
  const query = useQuery(runnersQuery(client, instance));
  return (
    <section aria-label={`GPUs of ${instance}`} className="border-t border-line">
      <h3 className="px-4 pt-3 font-semibold">Connect a GPU</h3>
      {mayConnect && <NewToken instance={instance} />}
      <QueryPanel query={query} loading="Loading runners">
        {({ tokens, runners }) => (
          <>
            {runners.length === 0 ? (
              <EmptyMessage>No runner has called yet.</EmptyMessage>
            ) : (
              <RunnerTable runners={runners} tokens={tokens} />
            )}
            <RunnerTokens instance={instance} tokens={tokens} />
          </>
        )}
      </QueryPanel>
    </section>
  );
}

/** What the option `--engine` of a runner says about each server that may run beside it, at its usual port. */
const SERVERS = {
  ComfyUI: 'comfyui=http://127.0.0.1:8188',
  'ComfyUI with comfy-api-proxy': 'comfy-v2=http://127.0.0.1:8189',
  'vLLM-Omni': 'vllm-omni=http://127.0.0.1:8091',
  SGLang: 'sglang=http://127.0.0.1:30000',
};

interface Fields {
  name: string;
  models: string;
  engine: string;
}

function NewToken({ instance }: { instance: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState, reset } = useForm<Fields>({
    defaultValues: { name: '', models: '', engine: SERVERS.ComfyUI },
  });
  const create = useMutation({
    mutationFn: async ({ name, models, engine }: Fields) => {
      const ids = models.split(/[\s,]+/).filter(Boolean);
      const body = { name: name.trim(), ...(ids.length > 0 && { models: ids }) };
      const path = `${runnersPath(instance)}/runner-tokens`;
      const { token } = await client.send<{ token: string }>('POST', path, body);
      return { token, engine };
    },
    onSuccess: async () => {
      reset();
      await cache.invalidateQueries({ queryKey: ['runners', instance] });
    },
  });
  return (
    <div className="grid gap-3 border-b border-line p-4">
      <form noValidate onSubmit={handleSubmit((fields) => create.mutate(fields))} className="grid gap-3 sm:grid-cols-2">
        <Input
          label="Machine"
          hint="Its name or place"
          maxLength={60}
          error={formState.errors.name?.message}
          {...register('name', { validate: (name) => name.trim() !== '' || 'Name the machine' })}
        />
        <Input label="Models" hint="IDs; empty for all" {...register('models')} />
        <Select label="Server beside the GPU" {...register('engine')}>
          {Object.entries(SERVERS).map(([server, engine]) => (
            <option key={engine} value={engine}>
              {server}
            </option>
          ))}
        </Select>
        <Button type="submit" size="sm" className="self-end justify-self-start" busy={create.isPending}>
          Create token
        </Button>
      </form>
      {create.isError && <Alert tone="danger">{errorMessage(create.error)}</Alert>}
      {create.data && <Command {...create.data} />}
    </div>
  );
}

/** Shown once: the token is stored nowhere. */
function Command({ token, engine }: { token: string; engine: string }) {
  const command = `npx @luit/runner --url ${window.location.origin} --token ${token} --engine ${engine}`;
  const { outcome, copy } = useClipboard(command);
  return (
    <Alert tone="success">
      <div className="grid gap-2">
        <Preformatted
          label="Command"
          overflow="break-all"
          note="Run it on the machine with the GPU. The token is shown only now."
        >
          {command}
        </Preformatted>
        <Button size="sm" tone="secondary" className="justify-self-start" onClick={() => void copy()}>
          {outcome === 'copied' ? 'Copied' : 'Copy command'}
        </Button>
        {outcome === 'failed' && <p>The browser did not allow copying. Select the command and copy it.</p>}
      </div>
    </Alert>
  );
}
