import { MAX_VIEW_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import { savedViewsQuery, VIEWS_PATH } from './saved-views-query';
import { type Choices, describeParam, type ViewParams } from './view-params';

interface ViewDialogProps {
  list: OperatorListName;
  choices: Choices;
  params: ViewParams;
  /** The view to change; absent for a new one. */
  view?: SavedView;
  onClose: () => void;
  onSaved?: (view: SavedView) => void;
}

/** Names a new view, or renames one, and decides who sees it. */
export function ViewDialog({ list, choices, params, view, onClose, onSaved }: ViewDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const send = async () => {
    const fields = { name: name.trim(), isShared };
    const saved = view
      ? await client.send<SavedView>('PATCH', `${VIEWS_PATH}/${view.id}`, fields)
      : await client.send<SavedView>('POST', VIEWS_PATH, { ...fields, list, params });
    toast.success(`${saved.name} is saved`);
    await cache.invalidateQueries(savedViewsQuery(client, list));
    onSaved?.(saved);
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={view ? 'Edit view' : 'Save view'}
      confirmLabel="Save"
      isDisabled={name.trim() === ''}
      onConfirm={send}
    >
      <Input
        label="Name"
        autoFocus
        autoComplete="off"
        required
        maxLength={MAX_VIEW_NAME_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div>
        <p className="font-semibold">Contains</p>
        <ul className="mt-1 flex flex-wrap gap-1.5">
          {Object.entries(params).map(([param, value]) => (
            <li key={param} className="max-w-full rounded-control bg-sunken px-2.5 py-1 text-sm wrap-anywhere">
              {describeParam(param, value, choices)}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox
        label="Share with all operators"
        hint={
          view && !view.isOwn
            ? `They see that ${view.maker} created it. If this is off, only ${view.maker} sees it.`
            : 'They see your address with it. Only you and owners can change or delete it.'
        }
        checked={isShared}
        onChange={(event) => setShared(event.target.checked)}
      />
    </ConfirmDialog>
  );
}
