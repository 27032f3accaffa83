import type { RouteState } from '@luit/contracts/generation/model-editor';
import { Badge } from '@luit/ui/badge';
import { formatDateTime } from '../../lib/format';

/** How a route does: whether its provider takes jobs, and its latest answer. */
export function RouteHealth({ route }: { route: RouteState | undefined }) {
  if (!route) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Badge tone={route.isFailing ? 'danger' : route.lastAnswer?.succeeded ? 'success' : 'neutral'}>
        {stateOf(route)}
      </Badge>
      <span className="text-muted">{answerText(route)}</span>
    </span>
  );
}

function stateOf({ health, isStopped, isMissing, isFailing, lastAnswer }: RouteState): string {
  if (isMissing) return 'The vendor has no such model';
  if (isStopped) return 'Draining or off';
  if (health === 'open') return 'Takes no jobs';
  if (health === 'half_open') return 'Being tried again';
  if (isFailing) return 'Failing';
  return lastAnswer?.succeeded ? 'Working' : 'Ready';
}

/** For example `Failed with http_404, 29 Nov 2026, 14:05 IST`. */
function answerText({ lastAnswer }: RouteState): string {
  if (!lastAnswer) return 'No answer in the last day';
  const { at, succeeded, code, kind } = lastAnswer;
  return `${succeeded ? 'Succeeded' : `Failed with ${code ?? kind ?? 'no reason'}`}, ${formatDateTime(at)}`;
}

/** The routes that fail, for example `replicate: Takes no jobs`; empty if none does. */
export function failingText(routes: RouteState[]): string {
  const failing = routes.filter(({ isFailing }) => isFailing);
  return failing.map((route) => `${route.provider}: ${stateOf(route)}`).join(', ');
}
