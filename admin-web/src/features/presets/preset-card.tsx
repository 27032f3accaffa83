import type { AdminPreset } from '@luit/contracts/generation/presets';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { useServices } from '../../lib/services';

export function PresetCard({ preset, onEdit }: { preset: AdminPreset; onEdit: () => void }) {
  return (
    <Card as="article" aria-label={preset.name} className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h3 className="text-lg font-semibold">{preset.name}</h3>
          <p className="text-label text-muted">{preset.id}</p>
        </div>
        {preset.isArchived && <Badge>Archived</Badge>}
      </div>
      <p className="text-sm text-muted">{preset.description}</p>
      <p className="text-sm break-words">{preset.text}</p>
      <IfPermitted permission="presets.change">
        <div className="mt-auto flex gap-2 pt-1">
          <Button tone="secondary" size="sm" aria-label={`Edit ${preset.name}`} onClick={onEdit}>
            Edit
          </Button>
          <ArchiveButton preset={preset} />
        </div>
      </IfPermitted>
    </Card>
  );
}

function ArchiveButton({ preset: { id, name, isArchived } }: { preset: AdminPreset }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const verb = isArchived ? 'Restore' : 'Archive';
  const change = async () => {
    await client.send('PATCH', `/api/admin/presets/${id}`, { archived: !isArchived });
    toast.success(isArchived ? `${name} is offered again` : `${name} is no longer offered`);
    await cache.invalidateQueries({ queryKey: ['presets'] });
  };
  return (
    <>
      <Button tone="ghost" size="sm" aria-label={`${verb} ${name}`} onClick={() => setConfirming(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`${verb} this preset?`}
        description={name}
        confirmLabel={verb}
        onConfirm={change}
      >
        <p>
          {isArchived
            ? 'Creators can choose it again immediately.'
            : 'Creators can no longer choose it. Accepted videos keep it.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
