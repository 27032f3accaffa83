import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useServices } from '../../lib/services';
import { savedViewsQuery, VIEWS_PATH } from './saved-views-query';

interface DeleteViewDialogProps {
  list: OperatorListName;
  view: SavedView;
  onClose: () => void;
}

export function DeleteViewDialog({ list, view: { id, name, isShared }, onClose }: DeleteViewDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const remove = async () => {
    await client.send('DELETE', `${VIEWS_PATH}/${id}`);
    toast.success(`${name} is deleted`);
    await cache.invalidateQueries(savedViewsQuery(client, list));
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${name}?`}
      description={
        isShared ? 'All operators lose this view. The list itself does not change.' : 'The list itself does not change.'
      }
      confirmLabel="Delete view"
      isDangerous
      onConfirm={remove}
    />
  );
}
