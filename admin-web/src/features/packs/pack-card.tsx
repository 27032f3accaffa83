import type { Approval } from '@luit/contracts/billing/approvals';
import { creditsToSave, smallestPack } from '@luit/contracts/billing/pack-savings';
import { sellsCheaper } from '@luit/contracts/billing/value-changes';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IfPermitted } from '../../components/if-permitted';
import { isReason, ReasonField } from '../../components/reason-field';
import { formatNumber, formatRupees } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';
import { SecondOperatorNotice, useHasApprovals } from '../approvals/second-operator';
import type { PackChanges } from './pack-form';

interface PackCardProps {
  pack: AdminPackView;
  packs?: AdminPackView[];
  /** Absent for packs that cannot be edited. The form opens with `changes`. */
  onEdit?: (changes?: PackChanges) => void;
}

export function PackCard({ pack, packs = [], onEdit }: PackCardProps) {
  const isArchived = pack.archived_at !== null;
  return (
    <Card as="article" aria-label={pack.name} className="flex flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 className="text-lg font-semibold">{pack.name}</h2>
          <p className="text-label text-muted">{pack.id}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-1.5">
          {!onEdit && <Badge tone="danger">not live</Badge>}
          {pack.popular && <Badge tone="accent">Popular</Badge>}
          {isArchived && <Badge>Archived</Badge>}
        </div>
      </div>
      <p className="text-sm text-muted">{pack.description}</p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm tabular-nums">
        <Fact name="Price" value={formatRupees(pack.price)} />
        <Fact name="Credits" value={formatNumber(pack.credits)} />
        <Fact name="Per credit" value={`₹${pack.pricePerCredit.toFixed(4)}`} />
        <Fact name="Actual savings" value={percent(pack.realSavings)} />
      </dl>
      {pack.isMisleading && (
        <Alert tone="accent">
          <p>
            Declared savings are {percent(pack.savings)}, actual savings {percent(pack.realSavings)}. Buyers see only
            actual savings.
          </p>
          {onEdit && (
            <IfPermitted permission="prices.change">
              <Suggestions pack={pack} packs={packs} onEdit={onEdit} />
            </IfPermitted>
          )}
        </Alert>
      )}
      {onEdit && (
        <IfPermitted permission="prices.change">
          <div className="mt-auto flex gap-2 pt-1">
            <Button tone="secondary" size="sm" onClick={() => onEdit()}>
              Edit
            </Button>
            <ArchiveButton pack={pack} packs={packs} isArchived={isArchived} />
          </div>
        </IfPermitted>
      )}
    </Card>
  );
}

/** Suggested changes that make the advertised saving of a pack true. Each opens the form with the change filled in. */
function Suggestions({ pack, packs, onEdit }: Required<PackCardProps>) {
  const savings = Math.max(0, Math.floor(pack.realSavings));
  const smallest = smallestPack(packs.filter(({ archived_at }) => archived_at === null));
  const credits = smallest && pack.savings < 100 ? creditsToSave(pack.savings, pack.price, smallest) : null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {credits !== null && (
        <Button tone="secondary" size="sm" onClick={() => onEdit({ credits })}>
          {`Make ${percent(pack.savings)} true: ${formatNumber(credits)} for ${formatRupees(pack.price)}`}
        </Button>
      )}
      <Button tone="secondary" size="sm" onClick={() => onEdit({ savings })}>
        {`Declare ${percent(savings)}`}
      </Button>
    </div>
  );
}

interface ArchiveButtonProps {
  pack: AdminPackView;
  packs: AdminPackView[];
  isArchived: boolean;
}

function ArchiveButton({ pack, packs, isArchived }: ArchiveButtonProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const isWaiting = useHasApprovals() && isArchived && sellsCheaper({ ...pack, archived_at: null }, packs);
  const change = async () => {
    const body = { archived: !isArchived, reason: reason.trim() || undefined };
    const path = `/api/admin/credit-packs/${pack.id}`;
    const { approval } = await client.send<{ approval: Approval | null }>('PATCH', path, body);
    if (approval) toast.success(waitingText(approval));
    else toast.success(isArchived ? `${pack.name} is for sale again` : `${pack.name} is no longer for sale`);
    await cache.invalidateQueries({ queryKey: ['packs'] });
  };
  return (
    <>
      <Button tone="ghost" size="sm" onClick={() => setConfirming(true)}>
        {isArchived ? 'Restore' : 'Archive'}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={isArchived ? 'Restore this pack?' : 'Archive this pack?'}
        description={pack.name}
        confirmLabel={isArchived ? 'Restore' : 'Archive'}
        isDisabled={isWaiting && !isReason(reason)}
        onConfirm={change}
      >
        {isWaiting && (
          <>
            <SecondOperatorNotice why="Credits would cost less than in any pack on sale" />
            <ReasonField value={reason} onChange={setReason} />
          </>
        )}
        <p>
          {isArchived
            ? 'The pack appears on the pricing page immediately.'
            : 'The pack is removed from the pricing page. Credits already purchased are not affected.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{value}</dd>
    </>
  );
}

const percent = (value: number): string => `${String(value).replace('-', '−')}%`;
