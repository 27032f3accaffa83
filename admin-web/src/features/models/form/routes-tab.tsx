import { VIDEO_LIMITS } from '@luit/contracts/generation/catalog/vocabulary';
import { INPUT_NAMES } from '@luit/contracts/generation/catalog/model-routes';
import type { RouteState } from '@luit/contracts/generation/model-editor';
import type { ProviderKind } from '@luit/contracts/generation/provider-instances';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useServices } from '../../../lib/services';
import { providersQuery } from '../../providers/providers-query';
import { useEntryForm } from './entry-form';
import { fieldsOf, listOf } from './entry-paths';
import { ChoiceField, NumberField, Problem, TextField } from './fields';
import { FieldMappings } from './field-mappings';
import { FixedFields } from './fixed-fields';
import { BASES, basisOf, RateFields } from './price-tab';
import { WorkflowSection } from './workflow-section';
import { RouteHealth } from '../route-health';

/** The kinds of providers that run workflows of ComfyUI. */
const WORKFLOW_KINDS: readonly ProviderKind[] = ['comfyui', 'comfy-v2', 'runner'];

/** How the model is made: the routes in order of preference. */
export function RoutesTab({ health }: { health: RouteState[] }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const routes = listOf(at('routes'));
  const move = (i: number) => set('routes', routes.toSpliced(i, 1).toSpliced(i - 1, 0, routes[i]));
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted">
        Jobs go to the first route, and to the others in order while it takes none, unless they cost more. Where
        MODEL_PROVIDERS names the model, that setting decides the order.
      </p>
      <Problem text={problems.get('routes')} />
      {routes.map((route, i) => {
        const provider = String(fieldsOf(route).provider ?? '');
        const name = provider === '' ? `Route ${i + 1}` : provider;
        return (
          <section
            key={`${i} ${provider}`}
            aria-label={`Route ${i + 1}`}
            className="rounded-control border border-line"
          >
            <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken/50 px-4 py-1.5">
              <h3 className="font-semibold">{`${i + 1}. ${name}`}</h3>
              <RouteHealth route={health.find((each) => each.provider === provider)} />
              {!isReadOnly && (
                <span className="ml-auto flex gap-1">
                  {i > 0 && (
                    <Button
                      tone="ghost"
                      size="sm"
                      icon={<ArrowUp aria-hidden className="size-4" />}
                      onClick={() => move(i)}
                    >
                      Prefer
                    </Button>
                  )}
                  <Button
                    tone="ghost"
                    size="sm"
                    aria-label={`Remove route ${i + 1}`}
                    icon={<Trash2 aria-hidden className="size-4" />}
                    onClick={() => set(`routes.${i}`, undefined)}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </header>
            <RouteFields path={`routes.${i}`} />
          </section>
        );
      })}
      {!isReadOnly && (
        <div>
          <Button
            tone="secondary"
            size="sm"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => set('routes', [...routes, { model: {}, fields: {}, limits: VIDEO_LIMITS }])}
          >
            Add a route
          </Button>
        </div>
      )}
    </div>
  );
}

function RouteFields({ path }: { path: string }) {
  const { at } = useEntryForm();
  const { client } = useServices();
  const { data } = useQuery(providersQuery(client));
  const current = at(`${path}.provider`);
  const kind = data?.providers.find(({ name }) => name === current)?.settings.kind;
  const isWithoutWorkflows = kind !== undefined && !WORKFLOW_KINDS.includes(kind);
  const names = new Set([...(data?.providers ?? []).map(({ name }) => name), ...(current ? [String(current)] : [])]);
  const options = [...names].map((value) => ({ value, label: value }));
  return (
    <div className="grid gap-6 p-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <ChoiceField path={`${path}.provider`} label="Provider" options={options} />
        <NumberField path={`${path}.limits.runSeconds`} label="May run for" suffix="s" />
        <NumberField path={`${path}.limits.perSecond`} label="More for each second" suffix="s" />
        <NumberField
          path={`${path}.waitSeconds`}
          label="Next route after waiting"
          hint="Empty: jobs wait for this route while it takes any."
          suffix="s"
        />
        {at('starts.text') === true && (
          <TextField path={`${path}.model.text`} label="Model for a prompt alone" className="sm:col-span-2" />
        )}
        {at('starts.image') !== undefined && (
          <TextField path={`${path}.model.image`} label="Model for an image" className="sm:col-span-2" />
        )}
        {Number(at('starts.image.references') ?? 0) > 0 && (
          <TextField
            path={`${path}.model.references`}
            label="Model for references alone"
            hint="Empty: the one for an image."
            className="sm:col-span-2"
          />
        )}
      </div>
      {(!isWithoutWorkflows || at(`${path}.workflow`) !== undefined) && <WorkflowSection path={path} />}
      <FieldMappings path={path} names={INPUT_NAMES} />
      <FixedFields path={`${path}.fixed`} />
      <Cost path={`${path}.cost`} />
    </div>
  );
}

/** What the provider charges, by the same basis as the price. */
function Cost({ path }: { path: string }) {
  const { at, problems } = useEntryForm();
  const cost = at(path);
  const basis =
    cost === undefined ? basisOf(at('price')) : (BASES.find((each) => fieldsOf(cost)[each]) ?? basisOf(at('price')));
  return (
    <fieldset>
      <legend className="text-sm font-semibold">What it charges</legend>
      <div className="mt-2 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField path={`${path}.currency`} label="Currency" hint="Such as USD. Empty: unknown." />
        {cost !== undefined && <RateFields path={`${path}.${basis}`} suffix={String(fieldsOf(cost).currency ?? '')} />}
      </div>
      <Problem text={problems.get(path)} />
    </fieldset>
  );
}
