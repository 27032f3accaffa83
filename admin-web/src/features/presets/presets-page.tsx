import type { AdminPreset, Preset } from '@luit/contracts/generation/presets';
import { Button } from '@luit/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { PresetCard } from './preset-card';
import { PresetForm } from './preset-form';

const NEW = '';

/** Camera motions and styles that creators can add to a prompt. */
export default function PresetsPage() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['presets'],
    queryFn: ({ signal }) => client.get<{ items: AdminPreset[] }>('/api/admin/presets', signal),
  });
  return (
    <>
      <PageHeader
        title="Presets"
        description="Texts that are added to prompts for the model. Creators see only the name and the description. Changes apply to new videos."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading presets">
        {({ items }) => (
          <div className="grid gap-8">
            <PresetSection title="Camera motions" kind="camera" presets={items} />
            <PresetSection title="Styles" kind="style" presets={items} />
          </div>
        )}
      </QueryPanel>
    </>
  );
}

interface PresetSectionProps {
  title: string;
  kind: Preset['kind'];
  presets: AdminPreset[];
}

function PresetSection({ title, kind, presets }: PresetSectionProps) {
  const canChange = useCan('presets.change');
  // Id of the preset being edited; `NEW` while one is created.
  const [editing, setEditing] = useState<string | null>(null);
  const done = () => setEditing(null);
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">{title}</h2>
        {canChange && (
          <Button
            tone="secondary"
            size="sm"
            icon={<Plus className="size-4" aria-hidden />}
            onClick={() => setEditing(NEW)}
          >
            {kind === 'camera' ? 'New camera motion' : 'New style'}
          </Button>
        )}
      </div>
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {editing === NEW && <PresetForm kind={kind} preset={null} onDone={done} />}
        {presets
          .filter((preset) => preset.kind === kind)
          .map((preset) =>
            editing === preset.id ? (
              <PresetForm key={preset.id} kind={kind} preset={preset} onDone={done} />
            ) : (
              <PresetCard key={preset.id} preset={preset} onEdit={() => setEditing(preset.id)} />
            ),
          )}
      </div>
    </section>
  );
}
