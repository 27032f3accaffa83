import type { OperatorListName } from '@luit/contracts/auth/operator-lists';
import type { SavedView } from '@luit/contracts/auth/saved-views';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button, buttonClass } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { savedViewsQuery, VIEWS_PATH } from './saved-views-query';
import { areEqual, type Choices, paramLabel, queryOf, splitParams, type ViewParams } from './view-params';

interface OpenViewProps {
  list: OperatorListName;
  choices: Choices;
  view: SavedView;
  /** What the list shows now. */
  current: ViewParams;
  onSaveNew: () => void;
}

/** Says that the open view was changed or contains what no longer exists, and saves or resets it. */
export function OpenView({ list, choices, view, current, onSaveNew }: OpenViewProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { known, lost } = splitParams(list, view.params, choices);
  const isChanged = !areEqual(known, current);
  const save = useMutation({
    mutationFn: () => client.send('PATCH', `${VIEWS_PATH}/${view.id}`, { params: current }),
    onSuccess: async () => {
      toast.success(view.isShared ? `${view.name} is saved for all operators` : `${view.name} is saved`);
      await cache.invalidateQueries(savedViewsQuery(client, list));
    },
  });
  return (
    <>
      <div className="flex items-center gap-1.5">
        <span role="status">{isChanged && <Badge tone="accent">Changed</Badge>}</span>
        {(isChanged || lost.length > 0) &&
          (view.mayChange ? (
            <Button tone="secondary" size="sm" busy={save.isPending} onClick={() => save.mutate()}>
              Save
            </Button>
          ) : (
            <Button tone="secondary" size="sm" onClick={onSaveNew}>
              Save as…
            </Button>
          ))}
        {isChanged && (
          <Link to={{ search: queryOf(known, view.id).toString() }} className={buttonClass('ghost', 'sm')}>
            Reset
          </Link>
        )}
      </div>
      {lost.length > 0 && (
        <Alert tone="accent" className="basis-full">
          {`${view.name} contains filters or options that this list no longer has: ${lost.map(paramLabel).join(', ')}. It is shown without them.`}
        </Alert>
      )}
      {save.isError && (
        <Alert tone="danger" className="basis-full" onDismiss={() => save.reset()}>
          {`Could not save ${view.name}. ${errorMessage(save.error)}`}
        </Alert>
      )}
    </>
  );
}
