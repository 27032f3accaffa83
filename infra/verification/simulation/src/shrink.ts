import type { HistoryResult } from './simulation';

type Run = (only: string[]) => Promise<HistoryResult>;

/** What is left of a problem without ids and rows, so that two histories can have the same one. */
function kindOf(problem: string): string {
  return problem
    .replaceAll(/[[{].*$/gs, '')
    .replaceAll(/\S*\d\S*/g, '')
    .trim();
}

/**
 * Reduces a failing history to steps of which none can be left out: first whole accounts and kinds of faults, then halves, quarters and so
 * on of the steps, down to single ones. A shorter history counts if it has the first problem of the failing one.
 *
 * @param run runs the history with only these steps
 */
export async function shrink(failing: HistoryResult, run: Run): Promise<HistoryResult> {
  const kind = kindOf(failing.problems[0]!);
  let shortest = failing;
  const tryWithout = async (left: (step: string) => boolean): Promise<boolean> => {
    const steps = shortest.steps.map(({ name }) => name);
    const only = steps.filter((step) => !left(step));
    if (only.length === steps.length) return false;
    const result = await run(only);
    if (!result.problems.some((problem) => kindOf(problem) === kind)) return false;
    shortest = result;
    return true;
  };

  const groups = new Set(failing.steps.map(({ name }) => groupOf(name)));
  for (const group of groups) await tryWithout((step) => groupOf(step) === group);
  for (let size = shortest.steps.length; size >= 1; size = Math.floor(size / 2)) {
    let isShorter = true;
    while (isShorter) {
      isShorter = false;
      const names = shortest.steps.map(({ name }) => name);
      for (let end = names.length; end > 0; end -= size) {
        const part = new Set(names.slice(Math.max(0, end - size), end));
        if (await tryWithout((step) => part.has(step))) isShorter = true;
      }
    }
  }
  return shortest;
}

/** `account 1`, or a kind of fault. */
function groupOf(step: string): string {
  return step.startsWith('account') ? step.split(':', 1)[0]! : step.replace(/ \(\d+\)$/, '');
}
